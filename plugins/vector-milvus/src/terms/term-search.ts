import { compareStrings } from "@quarry/plugin/domain";
import type { TermSearchRequest, TermSearchResult } from "@quarry/plugin";
import { checkStatus } from "../milvus-failure.ts";
import { contains, isOneOf, serverFilter } from "../to-expression.ts";
import { queryVector } from "./sparse-terms.ts";
import { type ReadRecord, readRecord, recordIds, SCORE_FIELDS } from "./term-row.ts";
import type { TermTarget } from "./term-target.ts";

/** The server's limit. */
const MOST_ASKED = 16_384;
/** Candidates that are asked for at first, beside the hits that are wanted: their order is nearly that of the scores. */
const FEWEST_ASKED = 64;
const GROWTH = 4;
/** Share by which inner products may be off for each term: they are sums of numbers of 32 bits. */
const ROUNDING = 1e-6;

interface Scored {
  readonly record: ReadRecord;
  readonly frequencies: readonly number[];
  /** In 32 bits, so that scores that differ by rounding alone are equal. */
  readonly score: number;
}

/** Where a page ended. */
type Place = readonly [score: number, rank: string, key: string];

/**
 * The best records, by their exact scores. The server proposes by an inner product that no score is above; what it proposes is
 * read, and more of it is asked for until nothing that was not proposed can be among the best.
 */
export const searchTerms = async (target: TermTarget, request: TermSearchRequest): Promise<TermSearchResult> => {
  const applied = serverFilter(request.filter);
  if (applied === undefined) return { hits: [], bound: 0 };
  const required = (request.required ?? []).map((term) => contains("terms", [term.toWellFormed()]));
  const conditions = [
    // What has its terms in several rows is looked at for itself.
    ...(required.length === 0 ? [] : [`(parts > 1 or (${required.join(" and ")}))`]),
    ...(request.filter === undefined ? [] : [`(${applied.expression})`]),
    ...(request.keys === undefined ? [] : [isOneOf(recordIds(request.keys))]),
  ];
  const ranking = new Ranking(request);
  if (request.keys === undefined) await propose(target, request, conditions, ranking);
  else await readAll(target, conditions, ranking);
  const { hits, isEnd } = ranking.page();
  const last = hits.at(-1);
  const next = last === undefined ? undefined : JSON.stringify(placeOf(last));
  return {
    hits: hits.map(({ record: { key, length }, frequencies }) => ({ key, length, frequencies })),
    bound: isEnd ? 0 : last!.score,
    ...(!isEnd && next !== undefined && { next }),
    ...(applied.residual !== undefined && { residual: applied.residual }),
  };
};

const propose = async (
  target: TermTarget,
  request: TermSearchRequest,
  conditions: readonly string[],
  ranking: Ranking,
): Promise<void> => {
  const data = queryVector(request);
  const mostOff = 1 + ROUNDING * (1 + request.terms.length);
  const known = new Set<string>();
  for (let asked = FEWEST_ASKED + request.limit; ; asked *= GROWTH) {
    const limit = Math.min(asked, MOST_ASKED);
    target.signal.throwIfAborted();
    const { status, results } = await target.client.search({
      collection_name: target.name,
      anns_field: "vector",
      data,
      limit,
      ...(conditions.length > 0 && { filter: conditions.join(" and ") }),
      metric_type: "IP",
      output_fields: ["id"],
      consistency_level: "Strong" as never,
    });
    checkStatus(target.plugin, status);
    const ids = results.map(({ id }) => id).filter((id) => !known.has(id));
    for (const id of ids) known.add(id);
    ranking.add(await readRecords(target, await target.rows.byIds(ids, SCORE_FIELDS)));
    if (results.length < limit || ranking.isSure(results.at(-1)!.score * mostOff)) return;
    if (limit === MOST_ASKED) break;
  }
  // As many tie, or nearly: all are looked at.
  const any = contains(
    "terms",
    request.terms.map(({ term }) => term.toWellFormed()),
  );
  ranking.clear();
  await readAll(target, [`(parts > 1 or ${any})`, ...conditions], ranking);
};

const readAll = async (target: TermTarget, conditions: readonly string[], ranking: Ranking): Promise<void> => {
  const expression = ["parts > 0", ...conditions].join(" and ");
  for await (const rows of target.rows.matching(expression, SCORE_FIELDS)) {
    ranking.add(await readRecords(target, rows.filter(isFirst)));
    ranking.trim();
  }
};

type Row = Record<string, unknown>;

const isFirst = (row: Row): boolean => row["id"] === recordIds([row["record"] as string])[0];

/** Records by their first rows. */
const readRecords = async (target: TermTarget, rows: readonly Row[]): Promise<readonly ReadRecord[]> => {
  const records: ReadRecord[] = [];
  for (const row of rows.filter(isFirst)) {
    if (Number(row["parts"]) === 1) records.push(readRecord([row]));
    else {
      const parts: Row[] = [row];
      const others = `${isOneOf([row["record"] as string], "record")} and not (${isOneOf([row["id"] as string])})`;
      for await (const page of target.rows.matching(others, SCORE_FIELDS)) parts.push(...page);
      records.push(readRecord(parts));
    }
  }
  return records;
};

/** What was proposed, in its order behind where the last page ended. */
class Ranking {
  readonly #request: TermSearchRequest;
  readonly #after: Place | undefined;
  #found: Scored[] = [];
  #isTrimmed = false;

  constructor(request: TermSearchRequest) {
    this.#request = request;
    this.#after = request.after === undefined ? undefined : (JSON.parse(request.after) as Place);
  }

  add(records: readonly ReadRecord[]): void {
    for (const record of records) {
      const scored = this.#score(record);
      if (scored !== undefined) this.#found.push(scored);
    }
    this.#found.sort(compareScored);
  }

  clear(): void {
    this.#found = [];
  }

  /** Keeps no more than is wanted, where all there is is looked at. */
  trim(): void {
    this.#isTrimmed ||= this.#found.length > this.#request.limit;
    this.#found.length = Math.min(this.#found.length, this.#request.limit);
  }

  /** Whether nothing with an inner product up to this one can come before the page's end. */
  isSure(product: number): boolean {
    const last = this.#found[this.#request.limit - 1];
    return last !== undefined && last.score > product;
  }

  page(): { readonly hits: readonly Scored[]; readonly isEnd: boolean } {
    const { limit } = this.#request;
    return { hits: this.#found.slice(0, limit), isEnd: !this.#isTrimmed && this.#found.length < limit };
  }

  #score(record: ReadRecord): Scored | undefined {
    const { terms, required = [], base, slope } = this.#request;
    const frequencies = terms.map(({ term }) => record.terms.get(term.toWellFormed()) ?? 0);
    if (frequencies.every((frequency) => frequency === 0)) return undefined;
    if (!required.every((term) => record.terms.has(term.toWellFormed()))) return undefined;
    const norm = base + slope * record.length;
    let sum = 0;
    for (const [place, frequency] of frequencies.entries()) {
      if (frequency > 0) sum += (terms[place]!.weight * frequency) / (frequency + norm);
    }
    const scored = { record, frequencies, score: Math.fround(sum) };
    const isBehind = this.#after === undefined || comparePlaces(placeOf(scored), this.#after) > 0;
    return isBehind ? scored : undefined;
  }
}

const placeOf = ({ score, record: { rank, key } }: Scored): Place => [score, rank, key];

const comparePlaces = (a: Place, b: Place): number =>
  b[0] - a[0] || compareStrings(a[1], b[1]) || compareStrings(a[2], b[2]);

const compareScored = (a: Scored, b: Scored): number => comparePlaces(placeOf(a), placeOf(b));
