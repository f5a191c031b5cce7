import type { PluginError, TermIndexV1 } from "@quarry/plugin";
import type { Effect } from "effect";
import type { OpenSearchClient } from "../opensearch-client.ts";
import { failure, requireAllShards, type ShardAnswer } from "../opensearch-failure.ts";
import type { SharedRefresh } from "../shared-refresh.ts";
import { pathOf } from "../target.ts";
import { markerOf, prefixOf } from "./term-document.ts";
import { countGroups, findNearWords, removeAll, searchTerms } from "./term-reader.ts";
import type { TermTarget } from "./term-target.ts";
import { putRecords, removeRecords } from "./term-writer.ts";

export interface TermIndexOptions {
  readonly client: OpenSearchClient;
  /** Alias of the index that all collections of terms share. */
  readonly index: string;
  readonly refreshes: SharedRefresh;
  /** Runs a call of the contract. */
  readonly call: <Value>(run: (signal: AbortSignal) => Promise<Value>) => Effect.Effect<Value, PluginError>;
  /** Creates the index unless it exists. */
  readonly ensureIndex: (signal: AbortSignal) => Promise<void>;
}

/**
 * Creates the term index, with all collections in one server index. A collection exists if its marker does; the marker
 * is lost together with the data.
 */
export const termIndexOn = ({ client, index, refreshes, call, ensureIndex }: TermIndexOptions): TermIndexV1 => {
  const targetOf = (signal: AbortSignal, collection: string): TermTarget => {
    return { client, signal, index, collection, prefix: prefixOf(collection) };
  };

  const requireMarker = async (target: TermTarget): Promise<void> => {
    const path = pathOf(target, `_doc/${target.collection}`, "&_source=false");
    const found = await client.call(target.signal, { method: "GET", path, mayLack: true });
    if (found !== undefined) return;
    throw failure("not_found", `there is no collection of terms ${JSON.stringify(target.collection)}`);
  };

  /**
   * Reads from a collection. Only for an empty result is the marker read, to determine whether the collection exists.
   */
  const read = <Value>(
    collection: string,
    run: (target: TermTarget) => Promise<Value>,
    isFound: (value: Value) => boolean,
  ) =>
    call(async (signal) => {
      const target = targetOf(signal, collection);
      const value = await run(target);
      if (!isFound(value)) await requireMarker(target);
      return value;
    });

  const write = (collection: string, run: (target: TermTarget) => Promise<void>) =>
    call(async (signal) => {
      const target = targetOf(signal, collection);
      await requireMarker(target);
      await run(target);
      await refreshes.of(index);
    });

  return {
    ensureCollection: (collection) =>
      call(async (signal) => {
        await ensureIndex(signal);
        const path = pathOf(targetOf(signal, collection), `_doc/${collection}`, "&require_alias=true");
        await client.call(signal, { method: "PUT", path, body: markerOf(collection) });
      }),
    dropCollection: (collection) =>
      call(async (signal) => {
        // The latest writes can only be deleted once they are visible.
        const requested = { method: "POST", path: `/${index}/_refresh`, mayLack: true } as const;
        const refreshed = await client.call<ShardAnswer>(signal, requested);
        if (refreshed === undefined) return;
        requireAllShards(refreshed);
        await removeAll(targetOf(signal, collection));
      }),
    put: (collection, records) => write(collection, (target) => putRecords(target, records)),
    remove: (collection, keys) => write(collection, (target) => removeRecords(target, keys)),
    count: (collection, groups, without) =>
      read(
        collection,
        (target) => countGroups(target, groups, without),
        (counts) => counts.some((count) => count > 0),
      ),
    search: (collection, request) =>
      read(
        collection,
        (target) => searchTerms(target, request),
        ({ hits }) => hits.length > 0,
      ),
    nearWords: (collection, words, edits) =>
      read(
        collection,
        (target) => findNearWords(target, words, edits),
        (near) => near.some((found) => found.length > 0),
      ),
  };
};
