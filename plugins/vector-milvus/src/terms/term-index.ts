import { KeyedLock, type PluginError, type TermIndexV1 } from "@quarry/plugin";
import type { Effect } from "effect";
import { knowingState } from "../knowing-state.ts";
import type { Connection } from "../milvus-connection.ts";
import { MilvusRows } from "../milvus-rows.ts";
import { TermCollections } from "./term-collections.ts";
import { countGroups, findNearWords } from "./term-reader.ts";
import { searchTerms } from "./term-search.ts";
import { putRecords, removeRecords } from "./term-writer.ts";

/** Rows per request: with all their terms they are large. */
const PAGE_SIZE = 250;

export interface TermIndexOptions {
  /** Prefix of all collection names. */
  readonly prefix: string;
  /** Runs a call of the contract. */
  readonly call: <Value>(
    run: (connected: Connection, signal: AbortSignal) => Promise<Value>,
  ) => Effect.Effect<Value, PluginError>;
}

/** Creates the index of terms, with one server collection per collection. */
export const termIndexOn = ({ prefix, call }: TermIndexOptions): TermIndexV1 => {
  const collections = new TermCollections(prefix);
  const locks = new KeyedLock();

  const use = <Value>(collection: string, run: (rows: MilvusRows) => Promise<Value>) =>
    call((connected, signal) =>
      knowingState(collections, collection, async () => {
        await collections.require(connected.client, collection);
        const name = collections.nameOf(collection);
        return await run(new MilvusRows(connected, { name, signal, pageSize: PAGE_SIZE }));
      }),
    );
  const write = (collection: string, run: (rows: MilvusRows) => Promise<void>) =>
    use(collection, (rows) => locks.run(collection, () => run(rows)));

  return {
    ensureCollection: (collection) =>
      call((connected) => locks.run(collection, () => collections.ensure(connected, collection))),
    dropCollection: (collection) =>
      call(({ client }) => locks.run(collection, () => collections.drop(client, collection))),
    put: (collection, records) => write(collection, (rows) => putRecords(rows, records)),
    remove: (collection, keys) => write(collection, (rows) => removeRecords(rows, keys)),
    count: (collection, groups, without) => use(collection, (rows) => countGroups(rows, groups, without)),
    search: (collection, request) => use(collection, (rows) => searchTerms(rows, request)),
    nearWords: (collection, words, edits) => use(collection, (rows) => findNearWords(rows, words, edits)),
  };
};
