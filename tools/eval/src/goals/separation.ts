import { rocAuc, type ScoredLabel } from "@quarry/cli/evaluation/measures";
import { type Hit, type Mode, MODES, withCollection } from "../collection.ts";
import { documentOf, filesOf, readJudgedSet } from "../judged-set.ts";
import { type Goal, printGoal } from "./goal.ts";

const TOP_K = 10;
const AT_LEAST: Readonly<Partial<Record<Mode, number>>> = { keyword: 0.75, hybrid: 0.77 };

/**
 * Measures whether one threshold separates hits from misses: the area under the ROC curve of the scores of each query's
 * best ten, relevant documents against others, pooled over all queries of a set; and the mean over the sets. Also
 * prints it for all sets pooled, where one threshold must work across collections.
 */
export const measureSeparation: Goal = async (service, folders) => {
  const pools = new Map<Mode, ScoredLabel[][]>(MODES.map((mode) => [mode, []]));
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    await withCollection(service, { name: set.name, files: filesOf(set) }, async (collection) => {
      for (const mode of MODES) {
        const found = await collection.ask(set.queries, mode, TOP_K);
        const labels = [...found].flatMap(([query, hits]) =>
          hits.map((hit: Hit) => {
            const grade = set.judgments.get(query)!.get(documentOf(hit, set)!.id) ?? 0;
            return { score: hit.score, isRelevant: grade > 0 };
          }),
        );
        pools.get(mode)!.push(labels);
        printGoal(set.name, mode, `AUC ${rocAuc(labels).toFixed(3)}  (${labels.length} results)`);
      }
    });
  }
  const met = MODES.map((mode) => {
    const sets = pools.get(mode)!;
    const mean = sets.reduce((sum, labels) => sum + rocAuc(labels), 0) / sets.length;
    const atLeast = AT_LEAST[mode];
    const goal = atLeast === undefined ? "" : `  (at least ${atLeast})`;
    const value = `mean AUC ${mean.toFixed(3)}${goal}  all in one pool ${rocAuc(sets.flat()).toFixed(3)}`;
    return printGoal("all", mode, value, atLeast === undefined || mean >= atLeast);
  });
  return met.every(Boolean);
};
