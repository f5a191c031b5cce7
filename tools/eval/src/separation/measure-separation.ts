import { rocAuc, type ScoredLabel } from "@quarry/evaluation";
import { type Hit, type Mode, MODES } from "../api.ts";
import { askAll } from "../documents/ask-all.ts";
import { documentOf, filesOf, nameOf } from "../documents/document-files.ts";
import { type JudgedSet, readJudgedSet } from "../documents/judged-set.ts";
import { type Goal, printGoal } from "../goal.ts";
import { withCollection } from "../with-collection.ts";

const TOP_K = 10;
/** Depth of the two lists that are joined by rank, for comparison. */
const RANK_DEPTH = 100;
const RANK_CONSTANT = 60;

const AT_LEAST: Readonly<Partial<Record<Ranking, number>>> = { keyword: 0.75, hybrid: 0.77 };

/** The modes, and what a service that reports reciprocal ranks would have: what the scores are to be better than. */
type Ranking = Mode | "RRF";
const RANKINGS: readonly Ranking[] = [...MODES, "RRF"];

/**
 * Whether one threshold tells hits from misses: the area under the ROC curve of the scores of each query's best ten,
 * those of relevant documents against the others, all queries of a set in one pool; and the mean over the sets. Beside it
 * all sets in one pool, where a threshold has to hold across collections.
 */
export const measureSeparation: Goal = async (service, folders) => {
  const pools = new Map<Ranking, ScoredLabel[][]>(RANKINGS.map((ranking) => [ranking, []]));
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    const plan = { name: nameOf(set), settings: {}, files: filesOf(set) };
    await withCollection(service, plan, async (api, collection) => {
      const found = new Map<Mode, ReadonlyMap<string, readonly Hit[]>>();
      for (const mode of MODES) found.set(mode, await askAll(api, collection, set.queries, { mode, topK: RANK_DEPTH }));
      for (const ranking of RANKINGS) {
        const labels = set.queries.flatMap(({ id }) => labelsOf(hitsOf(found, ranking, id), set, id));
        pools.get(ranking)!.push(labels);
        printGoal(set.name, ranking, `AUC ${rocAuc(labels).toFixed(3)}  (${labels.length} results)`, true);
      }
    });
  }
  const met = RANKINGS.map((ranking) => {
    const sets = pools.get(ranking)!;
    const mean = sets.reduce((sum, labels) => sum + rocAuc(labels), 0) / sets.length;
    const atLeast = AT_LEAST[ranking];
    const goal = atLeast === undefined ? "" : `  (at least ${atLeast})`;
    const value = `mean AUC ${mean.toFixed(3)}${goal}  all in one pool ${rocAuc(sets.flat()).toFixed(3)}`;
    return printGoal("all", ranking, value, atLeast === undefined || mean >= atLeast);
  });
  return met.every(Boolean);
};

const hitsOf = (
  found: ReadonlyMap<Mode, ReadonlyMap<string, readonly Hit[]>>,
  ranking: Ranking,
  query: string,
): readonly Hit[] => {
  const of = (mode: Mode) => found.get(mode)!.get(query)!;
  return (ranking === "RRF" ? joinedByRank([of("keyword"), of("semantic")]) : of(ranking)).slice(0, TOP_K);
};

const labelsOf = (hits: readonly Hit[], set: JudgedSet, query: string): readonly ScoredLabel[] =>
  hits.map((hit) => {
    const grade = set.judgments.get(query)!.get(documentOf(hit, set)!.id) ?? 0;
    return { score: hit.score, isRelevant: grade > 0 };
  });

/** Reciprocal rank fusion, its sums as the scores. */
const joinedByRank = (lists: readonly (readonly Hit[])[]): readonly Hit[] => {
  const joined = new Map<string, Hit>();
  for (const hits of lists) {
    for (const [place, hit] of hits.entries()) {
      const score = (joined.get(hit.id)?.score ?? 0) + 1 / (RANK_CONSTANT + place + 1);
      joined.set(hit.id, { ...hit, score });
    }
  }
  return [...joined.values()].sort((a, b) => b.score - a.score);
};
