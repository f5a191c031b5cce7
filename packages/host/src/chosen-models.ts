import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Schema } from "effect";
import { type Configuration, PluginChoice } from "./configuration.ts";
import { ConfigurationError } from "./configuration-error.ts";
import { decodeProblems } from "./decode-problems.ts";

/** Collections of a model's use: by name, or all that have an embedding model. */
export type CollectionSelection = readonly string[] | "all";

/** Last use of a model, with the fields that a restart needs. */
const SavedModelUse = Schema.Struct({
  name: Schema.NonEmptyString,
  state: Schema.Literals(["moving", "rolling_back", "done", "cancelled", "failed", "rolled_back"]),
  collections: Schema.Union([Schema.Literal("all"), Schema.Array(Schema.String)]),
  formerDefault: Schema.NonEmptyString,
  /** Epoch milliseconds. */
  startedAt: Schema.Finite,
});

export type SavedModelUse = typeof SavedModelUse.Type;

/** Models that were chosen while the service ran, in addition to those of the config file. */
const ChosenModels = Schema.Struct({
  embedders: Schema.Record(Schema.String, PluginChoice),
  rerankers: Schema.Record(Schema.String, PluginChoice),
  /** Takes precedence over the config file's default, because it was chosen later. */
  defaultEmbedder: Schema.optionalKey(Schema.NonEmptyString),
  use: Schema.optionalKey(SavedModelUse),
});

export type ChosenModels = typeof ChosenModels.Type;

const NOTHING_CHOSEN: ChosenModels = { embedders: {}, rerankers: {} };

/** Folder that contains a subfolder for each local model. */
export const modelsFolder = (dataDirectory: string): string => join(dataDirectory, "models");

const fileOf = (dataDirectory: string): string => join(modelsFolder(dataDirectory), "chosen.json");

/** Reads the chosen models. Throws a `ConfigurationError` if the file exists and can't be read. */
export const readChosenModels = async (dataDirectory: string): Promise<ChosenModels> => {
  const path = fileOf(dataDirectory);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return NOTHING_CHOSEN;
    throw unreadable(path, [(error as Error).message]);
  }
  const decoded = decodeProblems(ChosenModels, value, "", "ignore");
  if ("problems" in decoded) throw unreadable(path, decoded.problems);
  const { embedders, rerankers } = decoded.value;
  const inFolder = inModelsFolder(modelsFolder(dataDirectory));
  return { ...decoded.value, embedders: inFolder(embedders), rerankers: inFolder(rerankers) };
};

const unreadable = (path: string, problems: readonly string[]) =>
  new ConfigurationError({
    problems: [
      ...problems.map((problem) => `${path}: can't be read: ${problem}`),
      `restore ${path} from a backup, or remove it: then no model is selected until "quarry models use" selects one`,
    ],
  });

/** Sets each model's folder again, because the data folder may have been moved. */
const inModelsFolder = (folder: string) => (choices: ChosenModels["embedders"]) =>
  Object.fromEntries(
    Object.entries(choices).map(([name, choice]) => [
      name,
      { ...choice, settings: { ...choice.settings, model: join(folder, name) } },
    ]),
  );

/** Replaces the file atomically: if the service is killed meanwhile, the previous file remains. */
export const writeChosenModels = async (dataDirectory: string, chosen: ChosenModels): Promise<void> => {
  const path = fileOf(dataDirectory);
  await mkdir(modelsFolder(dataDirectory), { recursive: true, mode: 0o700 });
  // Flushed: after a power failure the name must not lead to an empty file.
  await writeFile(`${path}.part`, `${JSON.stringify(chosen, undefined, 2)}\n`, { flush: true });
  await rename(`${path}.part`, path);
};

/**
 * Adds the chosen models to the configuration. Entries of the configuration take precedence over chosen ones of the
 * same name.
 */
export const withChosenModels = (configuration: Configuration, chosen: ChosenModels): Configuration => {
  const embedders = { ...chosen.embedders, ...configuration.embedders };
  const { defaultEmbedder } = chosen;
  return {
    ...configuration,
    embedders,
    rerankers: { ...chosen.rerankers, ...configuration.rerankers },
    // An embedder that was removed from the config file since then is no longer a default.
    ...(defaultEmbedder !== undefined && Object.hasOwn(embedders, defaultEmbedder) && { defaultEmbedder }),
  };
};
