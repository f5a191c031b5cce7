import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { SearchTermsResponseSchema, type VectorStoreService } from "@quarry/api/plugin";
import type { Filter } from "@quarry/plugin/domain";
import type { TermHit, TermIndexV1, TermRecord } from "@quarry/plugin";
import { hostFilterJson } from "../wire/host-filter.ts";
import { partsOf, textSize } from "../wire/parts.ts";
import { termRecordOf } from "../wire/term-record.ts";
import type { ServedCalls } from "./served-calls.ts";

type TermCalls = Pick<
  ServiceImpl<typeof VectorStoreService>,
  "ensureTerms" | "dropTerms" | "putTerms" | "removeTerms" | "countTerms" | "searchTerms" | "nearWords"
>;

/** Implements the rpcs for search by terms, if the store supports it. */
export const termCalls = (
  index: TermIndexV1 | undefined,
  { run, finish, refuse }: ServedCalls,
  filterOf: (request: Parameters<TermCalls["searchTerms"]>[0]) => Filter | undefined,
): TermCalls => {
  const requireIndex = (): TermIndexV1 => {
    if (index === undefined) throw refuse("incompatible", "this store does not search by terms");
    return index;
  };
  const readRecord = (record: Parameters<typeof termRecordOf>[0]): TermRecord => {
    try {
      return termRecordOf(record);
    } catch (error) {
      throw refuse("invalid", `the record ${JSON.stringify(record.key)} has ${(error as Error).message}`);
    }
  };
  return {
    ensureTerms: ({ collection }, context) => finish(() => requireIndex().ensureCollection(collection), context),
    dropTerms: ({ collection }, context) => finish(() => requireIndex().dropCollection(collection), context),
    putTerms: ({ collection, records }, context) =>
      finish(() => requireIndex().put(collection, records.map(readRecord)), context),
    removeTerms: ({ collection, keys }, context) => finish(() => requireIndex().remove(collection, keys), context),
    countTerms: async ({ collection, groups, without }, context) => {
      const requested = groups.map(({ terms }) => terms);
      const counts = await run(() => requireIndex().count(collection, requested, without), context);
      return { counts: counts.map(BigInt) };
    },
    searchTerms: async function* (request, context) {
      const { collection, terms, base, slope, required, keys, limit, after } = request;
      const requested = { terms, base, slope, required, keys: keys?.keys, limit, after, filter: filterOf(request) };
      const found = await run(() => requireIndex().search(collection, requested), context);
      for (const part of partsOf(found.hits, hitSize)) {
        yield create(SearchTermsResponseSchema, {
          hits: part.map((hit) => ({ ...hit, frequencies: [...hit.frequencies] })),
        });
      }
      yield create(SearchTermsResponseSchema, {
        bound: found.bound,
        ...(found.next !== undefined && { next: found.next }),
        ...(found.residual !== undefined && { hostResidualJson: hostFilterJson(found.residual) }),
      });
    },
    nearWords: async ({ collection, words, edits }, context) => {
      const near = await run(() => requireIndex().nearWords(collection, words, edits), context);
      return { lists: near.map((list) => ({ words: [...list] })) };
    },
  };
};

/** Maximum bytes of a varint with up to 32 bits. */
const NUMBER_BYTES = 5;

const hitSize = ({ key, frequencies }: TermHit): number => textSize(key) + (frequencies.length + 2) * NUMBER_BYTES;
