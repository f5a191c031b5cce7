import { type IndexChange, IndexChangeSchema } from "@quarry/api";
import { PartialFailure, UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { followChange, hasSwitched, isOpen, stateName } from "./follow-change.ts";

type MigrateOptions = GlobalOptions & { readonly to: string; readonly all?: boolean };

/** Moves collections one after the other: each of them is work for the whole service. */
export const migrate = (given: readonly string[], options: MigrateOptions): Promise<void> =>
  withSession(options, async (session) => {
    if ((given.length === 0) === (options.all !== true)) {
      throw new UsageError("name the collections, or say --all");
    }
    const { client, terminal, signal } = session;
    await checkStore(session, options.to);
    const names =
      options.all === true
        ? (await Array.fromAsync(client.collections.all({ signal }))).map(({ name }) => name)
        : given;
    const moved: IndexChange[] = [];
    const failed: string[] = [];
    for (const name of names) {
      const change = await move(session, name, options.to);
      if (change === undefined) terminal.note(`${name}: is on ${options.to} already`);
      else if (hasSwitched(change)) {
        moved.push(change);
        terminal.note(`${name}: is on ${options.to} now, ${change.totalCount} passages`);
      } else {
        failed.push(name);
        terminal.note(`${name}: ${stateName(change)}${change.error === undefined ? "" : `: ${change.error}`}`);
      }
    }
    if (session.isJson) session.printJson(moved.map((change) => plain(IndexChangeSchema, change)));
    if (failed.length > 0) throw new PartialFailure(`not moved: ${failed.join(", ")}`);
  });

const checkStore = async ({ client, signal }: Session, store: string): Promise<void> => {
  const { vectorStores } = await client.changes.listVectorStores({}, { signal });
  if (vectorStores.some(({ name }) => name === store)) return;
  const names = vectorStores.map(({ name }) => name).join(", ");
  throw new UsageError(`--to: the service has no vector store ${JSON.stringify(store)}; it has ${names}`);
};

/** The change that moved it; undefined when there was nothing to do. One that is under way to there is followed. */
const move = async (session: Session, collectionName: string, store: string): Promise<IndexChange | undefined> => {
  const { client, terminal, signal } = session;
  const { changes, current } = await client.changes.listChanges({ collectionName, limit: 1 }, { signal });
  const open = changes.find(isOpen);
  if (open !== undefined) {
    if (open.to?.vectorStore !== store) {
      throw new PartialFailure(
        `${collectionName} is being changed to ${open.to?.vectorStore} ${open.to?.embeddingModel} already (change ${open.id}, ${open.progress} %)`,
      );
    }
    terminal.note(`${collectionName}: goes on at ${open.progress} %`);
    return followChange(session, open, store);
  }
  if (current?.vectorStore === store) return undefined;
  const started = await client.changes.startChange({ collectionName, vectorStore: store }, { signal });
  return followChange(session, started, store);
};
