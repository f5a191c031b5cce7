import { readFile, writeFile } from "node:fs/promises";
import { comparePaired, type Evaluation, type MetricName, type QueryScores } from "@quarry/cli/evaluation/measures";

/** Scores by set and mode, then query; saved for comparison with other runs. */
export type SavedRun = Readonly<Record<string, Readonly<Record<string, QueryScores>>>>;

const SHOWN: readonly MetricName[] = ["nDCG@10", "Recall@100", "MRR@10"];

export const printEvaluation = (set: string, evaluations: ReadonlyMap<string, Evaluation>): void => {
  for (const [mode, { means, queries }] of evaluations) {
    const shown = SHOWN.map((name) => `${name} ${means[name].toFixed(4)}`).join("  ");
    console.log(`${set.padEnd(14)} ${mode.padEnd(9)} ${shown}  (${queries.size} queries)`);
  }
};

export const savedRun = (set: string, evaluations: ReadonlyMap<string, Evaluation>): SavedRun =>
  Object.fromEntries([...evaluations].map(([mode, { queries }]) => [`${set}/${mode}`, Object.fromEntries(queries)]));

export const saveRun = (path: string, run: SavedRun): Promise<void> => writeFile(path, JSON.stringify(run));

/** Compares this run with a saved one, query by query. */
export const printComparison = async (path: string, run: SavedRun): Promise<void> => {
  const before = JSON.parse(await readFile(path, "utf8")) as SavedRun;
  for (const [name, scores] of Object.entries(run)) {
    if (before[name] === undefined) continue;
    const { difference, interval, p, queries } = comparePaired(byQuery(before[name]), byQuery(scores));
    const sign = difference >= 0 ? "+" : "";
    console.log(
      `${name.padEnd(24)} nDCG@10 ${sign}${difference.toFixed(4)}  95 % [${interval.map((end) => end.toFixed(4)).join(", ")}]  p ${p.toFixed(3)}  (${queries} queries)`,
    );
  }
};

const byQuery = (saved: Readonly<Record<string, QueryScores>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(saved).map(([query, values]) => [query, values["nDCG@10"]]));
