import { IndexChangeSchema } from "@quarry/api";
import type { IndexChange, IndexDescription } from "@quarry/client/types";
import { PartialFailure, UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { counted } from "../output/text.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { followChange, hasSwitched, isOpen } from "./follow-change.ts";

interface ChosenCollections extends GlobalOptions {
  readonly all?: boolean;
}

interface MigrateOptions extends ChosenCollections {
  readonly to: string;
}

interface ModelOptions extends ChosenCollections {
  readonly embedder?: string;
  readonly model?: string;
  readonly dimension?: number;
}

/** Settings of the new index. An absent one stays unchanged, or follows from the others. */
interface Target {
  readonly vectorStore?: string;
  readonly embeddingProvider?: string;
  readonly embeddingModel?: string;
  readonly dimension?: number;
}

/** Moves collections to another vector store. */
export const migrate = (input: readonly string[], options: MigrateOptions): Promise<void> =>
  withSession(options, async (session) => {
    checkChoice(input, options);
    await checkStore(session, options.to);
    await moveAll(session, input, options, { vectorStore: options.to });
  });

/** Moves collections to another embedding model. */
export const changeModel = (input: readonly string[], options: ModelOptions): Promise<void> =>
  withSession(options, async (session) => {
    checkChoice(input, options);
    const { embedder, model, dimension } = options;
    const target = {
      ...(embedder !== undefined && { embeddingProvider: embedder }),
      ...(model !== undefined && { embeddingModel: model }),
      ...(dimension !== undefined && { dimension }),
    };
    if (Object.keys(target).length === 0) {
      throw new UsageError("at least one of --embedder, --model, --dimension is needed");
    }
    await moveAll(session, input, options, target);
  });

const checkChoice = (input: readonly string[], options: ChosenCollections): void => {
  if ((input.length === 0) === (options.all !== true)) throw new UsageError("give collection names, or --all");
};

/** Moves collections one by one: each move is work for the whole service. */
const moveAll = async (
  session: Session,
  input: readonly string[],
  options: ChosenCollections,
  target: Target,
): Promise<void> => {
  const { client, terminal, signal } = session;
  const names =
    options.all === true ? (await Array.fromAsync(client.collections.all({ signal }))).map(({ name }) => name) : input;
  const to = Object.values(target).join(" ");
  const moved: IndexChange[] = [];
  const failed: string[] = [];
  for (const name of names) {
    const change = await move(session, name, target, to);
    if (change === undefined) terminal.note(`${name}: is already on ${to}`);
    else if (hasSwitched(change)) {
      moved.push(change);
      terminal.note(`${name}: is on ${to} now, ${counted(change.totalCount, "chunk")}`);
    } else {
      failed.push(name);
      terminal.note(`${name}: ${change.state}${change.error === null ? "" : `: ${change.error}`}`);
    }
  }
  if (session.isJson) session.printJson(moved.map((change) => plain(IndexChangeSchema, change)));
  if (failed.length > 0) throw new PartialFailure(`not moved: ${failed.join(", ")}`);
};

const checkStore = async ({ client, signal }: Session, store: string): Promise<void> => {
  const { vectorStores } = await client.changes.listVectorStores({}, { signal });
  if (vectorStores.some(({ name }) => name === store)) return;
  const names = vectorStores.map(({ name }) => name).join(", ");
  throw new UsageError(`--to: the service has no vector store ${JSON.stringify(store)}; it has ${names}`);
};

/**
 * Returns the change that moved the collection, or undefined if there was nothing to do. Follows a change to the same
 * target that is already in progress.
 */
const move = async (
  session: Session,
  collectionName: string,
  target: Target,
  to: string,
): Promise<IndexChange | undefined> => {
  const { client, terminal, signal } = session;
  const { changes, current } = await client.changes.listChanges({ collectionName, limit: 1 }, { signal });
  const open = changes.find(isOpen);
  if (open !== undefined) {
    if (!exists(open.to, target)) {
      throw new PartialFailure(
        `${collectionName} is already being changed to ${open.to?.vectorStore} ${open.to?.embeddingModel} (change ${open.id}, ${open.progress} %)`,
      );
    }
    terminal.note(`${collectionName}: continues at ${open.progress} %`);
    return followChange(session, open, to);
  }
  if (exists(current, target)) return undefined;
  const started = await client.changes.startChange({ collectionName, ...target }, { signal });
  return followChange(session, started, to);
};

const exists = (index: IndexDescription | undefined, target: Target): boolean =>
  index !== undefined && Object.entries(target).every(([field, value]) => index[field as keyof Target] === value);
