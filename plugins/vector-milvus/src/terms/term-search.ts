import { type RankedRecord, TermRanking, type TermSearchRequest, type TermSearchResult } from "@quarry/plugin";
import type { MilvusRows } from "../milvus-rows.ts";
import { contains, isOneOf, serverFilter } from "../to-expression.ts";
import { queryVector } from "./sparse-terms.ts";
import { readRecord, recordIds, SCORE_FIELDS } from "./term-row.ts";

/** Limit of the server. */
const MOST_ASKED = 16_384;
/** Initial number of candidates in addition to the wanted hits: their order is nearly that of the scores. */
const FEWEST_ASKED = 64;
const GROWTH = 4;
/** Relative rounding error of inner products per term: they are sums of 32-bit floats. */
const ROUNDING = 1e-6;

/**
 * Returns the best records by their exact scores. The server returns candidates by an inner product that is an upper
 * bound of the score. They are read, and more are requested until no other record can be among the best.
 */
export const searchTerms = async (rows: MilvusRows, requested: TermSearchRequest): Promise<TermSearchResult> => {
  const request = wellFormed(requested);
  const applied = serverFilter(request.filter);
  if (applied === undefined) return { hits: [], bound: 0 };
  const required = request.required.map((term) => contains("terms", [term]));
  const conditions = [
    // A record whose terms are distributed over several rows is checked separately.
    ...(required.length === 0 ? [] : [`(parts > 1 or (${required.join(" and ")}))`]),
    ...(request.filter === undefined ? [] : [`(${applied.expression})`]),
    ...(request.keys === undefined ? [] : [isOneOf(recordIds(request.keys))]),
  ];
  const ranking = new TermRanking(request);
  if (request.keys === undefined) await propose(rows, request, conditions, ranking);
  else await readAll(rows, conditions, ranking);
  return ranking.result(applied.residual);
};

/** Terms in the form stored in rows. */
const wellFormed = (request: TermSearchRequest) => ({
  ...request,
  terms: request.terms.map((one) => ({ ...one, term: one.term.toWellFormed() })),
  required: (request.required ?? []).map((term) => term.toWellFormed()),
});

const propose = async (
  rows: MilvusRows,
  request: TermSearchRequest,
  conditions: readonly string[],
  ranking: TermRanking,
): Promise<void> => {
  const data = queryVector(request);
  const mostOff = 1 + ROUNDING * (1 + request.terms.length);
  const known = new Set<string>();
  for (let requested = FEWEST_ASKED + request.limit; ; requested *= GROWTH) {
    const limit = Math.min(requested, MOST_ASKED);
    const found = await rows.nearest({
      data,
      limit,
      ...(conditions.length > 0 && { filter: conditions.join(" and ") }),
      output_fields: ["id"],
    });
    const ids = found.map(({ id }) => id).filter((id) => !known.has(id));
    for (const id of ids) known.add(id);
    ranking.add(await readRecords(rows, await rows.byIds(ids, SCORE_FIELDS)));
    if (found.length < limit || ranking.isSure(found.at(-1)!.score * mostOff)) return;
    if (limit === MOST_ASKED) break;
  }
  // So many records tie, or nearly tie, that all are scanned.
  const any = contains(
    "terms",
    request.terms.map(({ term }) => term),
  );
  ranking.clear();
  await readAll(rows, [`(parts > 1 or ${any})`, ...conditions], ranking);
};

const readAll = async (rows: MilvusRows, conditions: readonly string[], ranking: TermRanking): Promise<void> => {
  const expression = ["parts > 0", ...conditions].join(" and ");
  for await (const page of rows.matching(expression, SCORE_FIELDS)) {
    ranking.add(await readRecords(rows, page.filter(isFirst)));
    ranking.trim();
  }
};

type Row = Record<string, unknown>;

const isFirst = (row: Row): boolean => row["id"] === recordIds([row["record"] as string])[0];

/** Reads records by their first rows. */
const readRecords = async (rows: MilvusRows, found: readonly Row[]): Promise<readonly RankedRecord[]> => {
  const records: RankedRecord[] = [];
  for (const row of found.filter(isFirst)) {
    if (Number(row["parts"]) === 1) records.push(readRecord([row]));
    else {
      const parts: Row[] = [row];
      const others = `${isOneOf([row["record"] as string], "record")} and not (${isOneOf([row["id"] as string])})`;
      for await (const page of rows.matching(others, SCORE_FIELDS)) parts.push(...page);
      records.push(readRecord(parts));
    }
  }
  return records;
};
