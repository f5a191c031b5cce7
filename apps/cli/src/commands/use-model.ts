import { cp, mkdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ModelUseSchema } from "@quarry/api";
import { CancelledError } from "@quarry/client";
import { type ModelCost, type ModelUse, ModelUseState } from "@quarry/client/types";
import { inspectFolder } from "@quarry/onnx/files";
import { serviceSettings } from "@quarry/server/configuration";
import { PartialFailure, UsageError } from "../failures.ts";
import { bar } from "../output/bar.ts";
import { plain } from "../output/plain.ts";
import { counted } from "../output/text.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

interface UseModelOptions extends GlobalOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

/** Prepares a model at the service, shows its cost, and moves collections to it. */
export const useModel = (input: string, collections: readonly string[], options: UseModelOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { all = false } = options;
    if (all && collections.length > 0) throw new UsageError("give collection names, or --all");
    const name = await nameOf(input, session);
    const { client, terminal, signal } = session;
    await client.models.prepareModel({ name, collections: [...collections], all }, { signal });
    const prepared = await followUse(session);
    if (prepared?.state !== ModelUseState.PREPARED)
      throw new PartialFailure(`${name} can't be used: ${prepared?.error ?? "its preparation was cancelled"}`);
    for (const line of costLines(prepared.cost)) terminal.note(line);
    for (const warning of prepared.warnings) terminal.note(`warning: ${warning}`);
    const question = `Use ${name}?`;
    if (options.yes !== true && (await terminal.confirm(question, signal)) !== true)
      throw new PartialFailure(`${name} is loaded, but not used; --yes uses it`);
    await client.models.useModel({ name }, { signal });
    finish(session, await followUse(session));
  });

/** Cancels the model use in progress. */
export const cancelUse = (options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    const use = await session.client.models.cancelModelUse({}, { signal: session.signal });
    session.print(ModelUseSchema, use, () => session.terminal.note(`${use.name}: ${use.state}`));
  });

/** Makes the previous embedder the default again, and moves the collections back. */
export const rollBackUse = (options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    await session.client.models.rollBackModelUse({}, { signal: session.signal });
    finish(session, await followUse(session));
  });

const finish = (session: Session, use: ModelUse | undefined): void => {
  if (use === undefined) return;
  const { name, state, error, doneCount, problems } = use;
  if (session.isJson) session.printJson(plain(ModelUseSchema, use));
  for (const problem of problems) session.terminal.note(`not moved: ${problem}`);
  const isWell = state === ModelUseState.DONE || state === ModelUseState.ROLLED_BACK;
  if (!isWell || problems.length > 0)
    throw new PartialFailure(`${name}: ${state}${error === null || error === undefined ? "" : `: ${error}`}`);
  session.terminal.note(`${name}: ${state}, ${counted(doneCount, "collection")}`);
};

const WORKING: ReadonlySet<ModelUseState> = new Set<ModelUseState>([
  ModelUseState.FETCHING,
  ModelUseState.INSTALLING,
  ModelUseState.MEASURING,
  ModelUseState.MOVING,
  ModelUseState.ROLLING_BACK,
]);

const POLL_MS = 500;

/** Shows the model use until nothing is in progress. Ctrl-C leaves it running. */
const followUse = async ({ client, terminal, signal }: Session): Promise<ModelUse | undefined> => {
  let reported = "";
  try {
    for (;;) {
      const { use } = await client.models.listModels({}, { signal });
      if (use === undefined || !WORKING.has(use.state)) {
        terminal.status(undefined);
        return use;
      }
      const { name, state, progress, detail } = use;
      terminal.status(`${name} ${bar(progress)}  ${state} ${detail}`);
      // Without a terminal to redraw, each new state is printed on a line of its own.
      if (!terminal.isInteractive && reported !== state) terminal.note(`${name}: ${state}`);
      reported = state;
      await sleep(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CancelledError(
      "the service continues: quarry models cancel cancels it, quarry models rollback rolls it back",
    );
  }
};

const MINUTE = 60;
const MEGABYTE = 1_000_000;

const costLines = (cost: ModelCost | null): readonly string[] => {
  if (cost === null) return [];
  const { passagesPerSecond, collections, documents, passages, seconds, diskBytes } = cost;
  const speed = `${passagesPerSecond.toFixed(passagesPerSecond < 10 ? 1 : 0)} chunks per second on the service's machine`;
  if (collections === 0) return [speed, "new collections use it; no collection is moved: give names, or --all"];
  const size = `${counted(collections, "collection")}, ${counted(documents, "document")}, ${counted(passages, "passage")}`;
  const time = seconds < MINUTE ? "less than a minute" : `about ${counted(Math.round(seconds / MINUTE), "minute")}`;
  return [speed, `${size}: ${time}, ${Math.ceil(diskBytes / MEGABYTE)} MB`];
};

/**
 * Returns the name of a model at the service. For a local folder it is the folder's name, and the folder is copied into
 * the models folder.
 */
const nameOf = async (input: string, { terminal }: Session): Promise<string> => {
  if (!/[/\\]/.test(input)) return input.toLowerCase();
  const folder = resolve(input);
  const { dataDirectory } = serviceSettings(process.env);
  if (!(await stat(dataDirectory).catch(() => undefined))?.isDirectory())
    throw new UsageError(
      `${dataDirectory} does not exist: run this on the service's machine, and set SERVICE_DATA_DIR to its data folder`,
    );
  const name = basename(folder).toLowerCase();
  const modelFolder = join(dataDirectory, "models", name);
  if (modelFolder === folder) return name;
  const { files, remarks } = await inspectFolder(folder);
  for (const file of files) {
    await mkdir(dirname(join(modelFolder, file)), { recursive: true, mode: 0o700 });
    await cp(join(folder, file), join(modelFolder, file));
  }
  terminal.note(`${name}: copied to ${modelFolder}`);
  for (const remark of remarks) terminal.note(remark);
  return name;
};
