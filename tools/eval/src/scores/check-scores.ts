import { type Api, type Hit, type Mode, MODES } from "../api.ts";
import type { JudgedQuery } from "../documents/judged-set.ts";

/** Where the queries go. */
export interface Place {
  readonly collection: string;
  /** Another one, asked together with it. */
  readonly other: string;
  /** How many the collection has, named by their number. */
  readonly files: number;
}

export interface Broken {
  readonly compared: number;
  /** What differed, a line each. */
  readonly broken: readonly string[];
}

const WIDE = 200;
const NARROW = [1, 10, 1_000];
/** An operator of a filter takes as many values. */
const MOST_NAMES = 1_000;

type Ask = (text: string, mode: Mode) => Promise<readonly Hit[]>;

/** Asks each query in each mode in many ways, and compares the scores that the same chunks get, to the last bit. */
export const checkScores = async (api: Api, place: Place, queries: readonly JudgedQuery[]): Promise<Broken> => {
  let compared = 0;
  const broken: string[] = [];
  const ways = Object.entries(waysToAsk(api, place));
  for (const { id, text } of queries) {
    for (const mode of MODES) {
      const wide = await api.query(place.collection, text, mode, WIDE);
      const scores = new Map(wide.map((hit) => [hit.id, hit.score]));
      const differs = (what: string) => broken.push(`${mode}, query ${id}: ${what}`);
      if (wide.some(({ score }) => !(score >= 0 && score <= 1))) differs("a score is not within 0 and 1");
      if (!isFalling(wide)) differs("the scores are not in order");
      for (const [way, ask] of ways) {
        for (const hit of await ask(text, mode)) {
          const expected = scores.get(hit.id);
          if (expected === undefined) continue;
          compared += 1;
          if (hit.score !== expected) differs(`${way} gives ${hit.score} in place of ${expected} for ${hit.id}`);
        }
      }
      for (const topK of NARROW) {
        const narrow = await api.query(place.collection, text, mode, topK);
        const [shorter, longer] = topK < WIDE ? [narrow, wide] : [wide, narrow];
        compared += 1;
        if (!isPrefix(shorter, longer)) differs(`top_k ${topK} and ${WIDE} begin with different results`);
      }
      for (const threshold of thresholdsOf(wide)) {
        const above = await api.query(place.collection, text, mode, WIDE, { min_score: threshold });
        compared += 1;
        const expected = wide.filter(({ score }) => score >= threshold);
        if (above.length !== expected.length || !isPrefix(above, wide)) {
          differs(`min_score ${threshold} gives ${above.length} in place of ${expected.length}`);
        }
      }
    }
  }
  return { compared, broken };
};

const waysToAsk = (api: Api, { collection, other, files }: Place): Readonly<Record<string, Ask>> => {
  const with_ =
    (more: object): Ask =>
    (text, mode) =>
      api.query(collection, text, mode, WIDE, more);
  const names = (step: number) => {
    const all = Array.from({ length: Math.ceil(files / step) }, (_, place) => `${place * step}.txt`);
    return { filename: { $in: all.slice(0, MOST_NAMES) } };
  };
  return {
    "the same query again": with_({}),
    explain: with_({ explain: true }),
    expand: with_({ expand: 1 }),
    "a filter of a half": with_({ filters: names(2) }),
    "a filter of a hundredth": with_({ filters: names(100) }),
    "a filter of one": with_({ filters: names(files) }),
    "at most one of each document": with_({ max_chunks_per_document: 1 }),
    diversity: with_({ diversity: 0.5 }),
    "several collections": async (query, search_mode) => {
      const body = { query, search_mode, top_k: WIDE, collections: [other, collection] };
      return (await api.call<{ results: readonly Hit[] }>("POST", "/v1/query", body)).results;
    },
    "a batch": async (query, search_mode) => {
      const ask = { query, search_mode, top_k: WIDE };
      const queries = [
        { ...ask, collection: other },
        { ...ask, collection },
      ];
      const { results } = await api.call<{ results: readonly { results: readonly Hit[] }[] }>(
        "POST",
        "/v1/batch/query",
        { queries },
      );
      return results[1]!.results;
    },
  };
};

/** Some of the scores themselves, what lies between two, and the ends. */
const thresholdsOf = (hits: readonly Hit[]): readonly number[] => {
  const scores = [0, 3, 9, 40].flatMap((place) => (place < hits.length ? [hits[place]!.score] : []));
  const between = hits.length > 5 ? [(hits[4]!.score + hits[5]!.score) / 2] : [];
  return [...scores, ...between, 0.2, 0, 1];
};

const isFalling = (hits: readonly Hit[]): boolean =>
  hits.every(({ score }, place) => place === 0 || score <= hits[place - 1]!.score);

const isPrefix = (shorter: readonly Hit[], longer: readonly Hit[]): boolean =>
  shorter.length <= longer.length &&
  shorter.every(({ id, score }, place) => longer[place]!.id === id && longer[place]!.score === score);
