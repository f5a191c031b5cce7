import { VectorStoreService } from "@quarry/api/plugin";
import {
  mapInTimeSlices,
  type NearWord,
  type TermHit,
  type TermIndexV1,
  type TermRecord,
  type TermSearchRequest,
  type TermSearchResult,
} from "@quarry/plugin";
import { slicesOf } from "@quarry/plugin/domain";
import * as Effect from "effect/Effect";
import type { PeerCalls } from "../peer/open-peer.ts";
import { PeerFailure } from "../peer/peer-failure.ts";
import { hostFilterOf } from "../wire/host-filter.ts";
import { partsOf, textSize } from "../wire/parts.ts";
import { termRecordMessage, termRecordSize } from "../wire/term-record.ts";
import { WireError } from "../wire/wire-error.ts";
import type { CollectionCall } from "./store-peer.ts";
import { RECORDS_AT_ONCE, requireSize } from "./upsert-parts.ts";
import type { RemoteVectorStoreCapabilities } from "./vector-store-contract.ts";
import { wireFilter } from "./wire-filter.ts";

type Call = PeerCalls<typeof VectorStoreService, RemoteVectorStoreCapabilities>["call"];

/**
 * Client of the term index that a peer serves. Its support is known only after the first contact: a peer without term
 * search refuses every call.
 */
export const remoteTermIndex = (call: Call): TermIndexV1 => {
  const on = <Value>(collection: string, run: (target: CollectionCall) => Promise<Value>) =>
    call((peer, options) => {
      if (peer.capabilities.searchesTerms === true) return run({ peer, options, collection });
      throw new PeerFailure("incompatible", `${peer.name} does not search by terms`);
    });
  return {
    ensureCollection: (collection) =>
      Effect.asVoid(on(collection, ({ peer, options }) => peer.client.ensureTerms({ collection }, options))),
    dropCollection: (collection) =>
      Effect.asVoid(on(collection, ({ peer, options }) => peer.client.dropTerms({ collection }, options))),
    put: (collection, records) => on(collection, (target) => put(target, records)),
    remove: (collection, keys) => on(collection, (target) => remove(target, keys)),
    count: (collection, groups, without) =>
      on(collection, async ({ peer, options }) => {
        const sent = groups.map((terms) => ({ terms: wellFormed(terms) }));
        const { counts } = await peer.client.countTerms({ collection, groups: sent, without: [...without] }, options);
        if (counts.length === groups.length) return counts.map(Number);
        throw new WireError(`${counts.length} counts for ${groups.length} groups of terms`);
      }),
    search: (collection, request) => on(collection, (target) => search(target, request)),
    nearWords: (collection, words, edits) =>
      on(collection, async ({ peer, options }): Promise<readonly (readonly NearWord[])[]> => {
        const { lists } = await peer.client.nearWords({ collection, words: wellFormed(words), edits }, options);
        if (lists.length === words.length) return lists.map((list) => list.words);
        throw new WireError(`${lists.length} lists of similar terms for ${words.length} words`);
      }),
  };
};

const wellFormed = (texts: readonly string[]): string[] => texts.map((text) => text.toWellFormed());

const put = async ({ peer, options, collection }: CollectionCall, records: readonly TermRecord[]): Promise<void> => {
  const toMessage = (record: TermRecord) => termRecordMessage(record, peer.capabilities.takesHostFilters);
  const size = (message: ReturnType<typeof toMessage>): number =>
    requireSize(peer, `the terms of the record ${JSON.stringify(message.rank)}`, termRecordSize(message));
  if (records.length === 0) await peer.client.putTerms({ collection }, options);
  for (const slice of slicesOf(records, RECORDS_AT_ONCE)) {
    for (const part of partsOf(await mapInTimeSlices(slice, toMessage), size)) {
      await peer.client.putTerms({ collection, records: part }, options);
    }
  }
};

const remove = async (
  { peer: { client }, options, collection }: CollectionCall,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) await client.removeTerms({ collection }, options);
  for (const part of partsOf(keys, textSize)) await client.removeTerms({ collection, keys: part }, options);
};

const search = async (
  { peer, options, collection }: CollectionCall,
  { terms, base, slope, required, filter, keys, limit, after }: TermSearchRequest,
): Promise<TermSearchResult> => {
  const applied = wireFilter(filter, peer.capabilities);
  const request = {
    ...{ collection, base, slope, limit, ...applied.fields },
    terms: terms.map(({ term, weight, frequency }) => ({ term: term.toWellFormed(), weight, frequency })),
    required: wellFormed(required ?? []),
    ...(keys !== undefined && { keys: { keys: [...keys] } }),
    ...(after !== undefined && { after }),
  };
  const hits: TermHit[] = [];
  let { residual } = applied;
  let [bound, next]: [number, string | undefined] = [0, undefined];
  for await (const part of peer.client.searchTerms(request, options)) {
    for (const { key, length, frequencies } of part.hits) {
      if (frequencies.length !== terms.length) {
        throw new WireError(`${frequencies.length} frequencies for ${terms.length} terms`);
      }
      hits.push({ key, length, frequencies });
    }
    if (part.hostResidualJson !== undefined) residual = hostFilterOf(part.hostResidualJson);
    ({ bound, next } = part);
  }
  if (hits.length > limit) throw new WireError(`${hits.length} hits, but ${limit} were requested`);
  return { hits, bound, ...(next !== undefined && { next }), ...(residual !== undefined && { residual }) };
};
