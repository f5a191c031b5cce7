import { TermRanking, type TermSearchRequest, type TermSearchResult, type WeightedTerm } from "@quarry/plugin";
import { slicesOf } from "@quarry/plugin/domain";
import { digestOf } from "../stored-object.ts";
import { allOf, hasAny, hasNone } from "../to-filters.ts";
import type { WeaviateCalls } from "../weaviate-calls.ts";
import { failure } from "../weaviate-failure.ts";
import { byUuids, MAX_RESULTS, PAGE_SIZE, type Result, uuidOfResult, UUIDS } from "../weaviate-objects.ts";
import { serverFilter } from "../weaviate-reader.ts";
import type { Filters } from "../weaviate-stub.ts";
import { PLACE_DIGITS, PLACES, readRecord, recordUuid, TERMS, WITH_BODY } from "./term-object.ts";

/** Number of records up to which several terms are requested together. */
const RECORDS_AT_ONCE = 1_000;

const HEXADECIMAL = "0123456789abcdef";

/** Scores have 32-bit precision. */
const ROUNDING = 1e-6;

/**
 * Returns the best records by their exact scores. The server's own ranking uses neither our weights nor our lengths, so
 * all records that contain a term are read: those of rare terms first, until a record without any of these can't be
 * among the best.
 */
export const searchTerms = async (calls: WeaviateCalls, request: TermSearchRequest): Promise<TermSearchResult> => {
  const applied = serverFilter(request.filter);
  if (applied === undefined) return { hits: [], bound: 0 };
  const required = (request.required ?? []).map((term) => hasAny(TERMS, [digestOf(term)]));
  const conditions = [...required, ...(applied.filters === undefined ? [] : [applied.filters])];
  const ranking = new TermRanking(request);
  const { keys } = request;
  if (keys === undefined) await readByTerms(calls, request.terms, conditions, ranking);
  else ranking.add((await byUuids(calls, keys.map(recordUuid), WITH_BODY, conditions)).map(readRecord));
  return ranking.result(applied.residual);
};

const readByTerms = async (
  calls: WeaviateCalls,
  terms: readonly WeightedTerm[],
  conditions: readonly Filters[],
  ranking: TermRanking,
): Promise<void> => {
  const requested: string[] = [];
  const groups = inGroups(terms);
  for (const [index, group] of groups.entries()) {
    const digests = group.map(({ term }) => digestOf(term));
    const others = requested.length === 0 ? [] : [hasNone(TERMS, requested)];
    for await (const page of matching(calls, [hasAny(TERMS, digests), ...others, ...conditions])) {
      ranking.add(page.map(readRecord));
      ranking.trim();
    }
    requested.push(...digests);
    // A term contributes at most its weight.
    const rest = groups.slice(index + 1).flat();
    if (ranking.isSure(rest.reduce((sum, { weight }) => sum + weight, 0) * (1 + ROUNDING))) return;
  }
};

/** Groups terms, rare ones first. */
const inGroups = (terms: readonly WeightedTerm[]): readonly (readonly WeightedTerm[])[] => {
  const groups: WeightedTerm[][] = [];
  let records = Infinity;
  for (const term of terms.toSorted((a, b) => a.frequency - b.frequency)) {
    records += term.frequency;
    if (records > RECORDS_AT_ONCE) {
      groups.push([]);
      records = term.frequency;
    }
    groups.at(-1)!.push(term);
  }
  return groups;
};

/** Yields all objects that meet the conditions, each once, in pages. */
async function* matching(calls: WeaviateCalls, conditions: readonly Filters[]): AsyncGenerator<readonly Result[]> {
  const first = await calls.search({ limit: PAGE_SIZE, filters: allOf(conditions), ...WITH_BODY });
  yield first;
  if (first.length < PAGE_SIZE) return;
  const known = new Set(first.map(uuidOfResult));
  for await (const uuids of matchingUuids(calls, conditions)) {
    const others = uuids.filter((uuid) => !known.has(uuid));
    for (const part of slicesOf(others, PAGE_SIZE)) yield await byUuids(calls, part, WITH_BODY);
  }
}

/**
 * Yields matching UUIDs. Weaviate can't page through a filtered result, so one larger than a response is requested in
 * parts.
 */
async function* matchingUuids(
  calls: WeaviateCalls,
  conditions: readonly Filters[],
  beginning = "",
): AsyncGenerator<readonly string[]> {
  const part = beginning === "" ? [] : [hasAny(PLACES, [beginning])];
  const filters = allOf([...part, ...conditions]);
  const found = await calls.search({ limit: MAX_RESULTS, filters, ...UUIDS });
  if (found.length < MAX_RESULTS) {
    yield found.map(uuidOfResult);
    return;
  }
  if (beginning.length === PLACE_DIGITS) throw failure("internal", "too many records contain a term");
  for (const digit of HEXADECIMAL) yield* matchingUuids(calls, conditions, beginning + digit);
}
