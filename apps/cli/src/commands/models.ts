import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  collectFiles,
  collectFolder,
  hasRuntime,
  INSTALL,
  INSTALLED_MEGABYTES,
  installRuntime,
  KNOWN_MODELS,
  KNOWN_RECOGNISERS,
  type KnownFiles,
  type KnownModel,
  type Lock,
  needsRuntime,
  projectFolder,
} from "@quarry/onnx/files";
import { serviceSettings } from "@quarry/server/configuration";
import { withConfigFile } from "../configuration/effective.ts";
import { PartialFailure, UsageError } from "../failures.ts";
import { type ConfigEntry, withEntry, writeConfig } from "../models/config-entry.ts";
import { bar } from "../output/bar.ts";
import { printTable } from "../output/table.ts";
import { type Terminal, terminal } from "../output/terminal.ts";
import type { GlobalOptions } from "../settings.ts";

const KNOWN: readonly (KnownFiles | KnownModel)[] = [...KNOWN_MODELS, ...KNOWN_RECOGNISERS];

export const listKnownModels = (options: GlobalOptions): void => {
  const output = terminal();
  if (options.json === true) return output.print(JSON.stringify(KNOWN, undefined, 2));
  const rows = KNOWN.map((model) => [
    model.name,
    "section" in model ? (model.section === "embedders" ? "embedder" : "reranker") : "text recognition",
    `${model.megabytes} MB`,
    model.languages,
    model.licence,
    model.published,
  ]);
  printTable(output, ["NAME", "IS", "SIZE", "LANGUAGES", "LICENCE", "AS PUBLISHED"], rows);
};

export interface AddModelOptions extends GlobalOptions {
  readonly to?: string;
  readonly revision: string;
  readonly as?: string;
  readonly config?: string;
  readonly yes?: boolean;
}

/** Model whose files are present and verified. */
interface Collected {
  readonly folder: string;
  readonly files: Lock;
  readonly entry: ConfigEntry;
}

/**
 * Downloads a known model or uses a folder, ensures that the runtime is installed, and writes the model into the
 * config.
 */
export const addModel = async (model: string, options: AddModelOptions): Promise<void> => {
  const output = terminal();
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    await addTo(model, options, output, interrupted.signal);
  } finally {
    output.status(undefined);
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  }
};

const addTo = async (model: string, options: AddModelOptions, output: Terminal, signal: AbortSignal) => {
  const environment = withConfigFile(process.env, options.config);
  const { configFile, dataDirectory } = serviceSettings(environment);
  const known = KNOWN.find(({ name }) => name === model.toLowerCase());
  const collected =
    known === undefined
      ? await takeFolder(model, options, output)
      : await fetchKnown(known, join(dataDirectory, "models"), options, { output, signal });
  const file = configFile ?? resolve("quarry.config.json");
  // Checked before anything is installed: if the file can't take the entry, this is reported first.
  const change = await withEntry(file, collected.entry, environment);
  const askUser = async (question: string) => options.yes === true || (await output.confirm(question, signal)) === true;
  const runtime = await ensureRuntime(collected.entry, askUser, output);
  const { section, name, value } = collected.entry;
  output.note(`\n${change === undefined ? "is already" : "is added"} in ${section} of ${file}:\n`);
  output.note(JSON.stringify(name === undefined ? value : { [name]: value }, undefined, 2));
  const isWritten = change !== undefined && (await askUser(`\nWrite it${change.isNew ? " into a new file" : ""}?`));
  if (isWritten) await writeConfig(change);
  if (options.json === true) {
    const { folder, files } = collected;
    const config = { file, section, name, value, written: isWritten || change === undefined };
    output.print(JSON.stringify({ folder, files, runtime, config }, undefined, 2));
  }
  if (change !== undefined && !isWritten) throw new PartialFailure(`nothing was written to ${file}; --yes writes it`);
  printNextSteps(collected.entry, file, configFile === undefined, output);
};

const fetchKnown = async (
  known: KnownFiles | KnownModel,
  models: string,
  { to, revision, as }: AddModelOptions,
  { output, signal }: { readonly output: Terminal; readonly signal: AbortSignal },
): Promise<Collected> => {
  const { name, licence, languages, megabytes } = known;
  if (!("section" in known) && as !== undefined)
    throw new UsageError(`--as: ${name} belongs to the section recognition, which has no names`);
  const folder = resolve(to ?? join(models, name));
  output.note(`${name}: ${licence}, ${languages}, about ${megabytes} MB, into ${folder}`);
  const files = await collectFiles(known, { folder, revision, environment: process.env, signal, ...shown(output) });
  return { folder, files, entry: entryOf(known, folder, as) };
};

const entryOf = (known: KnownFiles | KnownModel, folder: string, as: string | undefined): ConfigEntry => {
  if (!("section" in known)) return { section: "recognition", value: { engine: "ppocr", model: folder } };
  const { name, section, plugin, settings } = known;
  return { section, name: as ?? name, value: { plugin, settings: { model: folder, ...settings } } };
};

/** Callbacks that show the progress of a download. */
const shown = (output: Terminal) => ({
  note: (line: string) => {
    output.status(undefined);
    output.note(line);
  },
  onBytes: (path: string, done: number, total: number | undefined) =>
    output.status(`${total === undefined ? `${Math.floor(done / MEGABYTE)} MB` : bar((done / total) * 100)}  ${path}`),
});

const MEGABYTE = 1_000_000;

/** Uses a model folder in place, without copying it. */
const takeFolder = async (input: string, { as, to }: AddModelOptions, output: Terminal): Promise<Collected> => {
  const folder = resolve(input);
  if (!existsSync(folder)) {
    const names = KNOWN.map(({ name }) => name).join(", ");
    throw new UsageError(`${JSON.stringify(input)} is neither a folder nor a known model: ${names}`);
  }
  if (to !== undefined) throw new UsageError("--to: a folder stays where it is; copy it first");
  const { found, files } = await collectFolder(folder, output.note);
  const { section, plugin, settings } = found;
  const name = as ?? basename(folder).toLowerCase();
  return { folder, files, entry: { section, name, value: { plugin, settings: { model: folder, ...settings } } } };
};

type Runtime = "not needed" | "present" | "installed" | "missing";

/**
 * Ensures that the runtime is installed, and asks before it installs it. Models in ONNX format need a package that the
 * service does not install itself.
 */
const ensureRuntime = async (
  entry: ConfigEntry,
  askUser: (question: string) => Promise<boolean>,
  output: Terminal,
): Promise<Runtime> => {
  if (entry.name !== undefined && !needsRuntime(entry.value.plugin)) return "not needed";
  if (hasRuntime()) return "present";
  const folder = projectFolder();
  const command = `npm ${INSTALL.join(" ")}`;
  const question = `The runtime for such models is not installed. Run ${command} in ${folder} (${INSTALLED_MEGABYTES} MB)?`;
  if (folder !== undefined && (await askUser(question))) {
    await installRuntime(folder, { onOutput: output.note });
    return "installed";
  }
  output.note(
    `the runtime is not installed: run ${command} ${folder === undefined ? "in the folder of the service" : `in ${folder}`}`,
  );
  return "missing";
};

const printNextSteps = (entry: ConfigEntry, file: string, isUnnamed: boolean, { note }: Terminal) => {
  const start = isUnnamed ? `start the service with SERVICE_CONFIG=${file}` : "restart the service";
  if (entry.name === undefined) return note(`\nNext, ${start}; PP-OCR then recognises the text of images first.`);
  const { section, name, value } = entry;
  const model = String(value.settings["modelName"]);
  note(`\nNext, ${start}; quarry doctor checks that the model loads. Then`);
  if (section === "rerankers")
    return note(`  collections that name it rerank with it: "reranking_model": ${JSON.stringify(model)}`);
  note(`  for existing collections:  quarry models change <collections...> --embedder ${name} --model ${model}`);
  note(`  for a new collection:      quarry collection create <name> --embedder ${name} --model ${model}`);
};
