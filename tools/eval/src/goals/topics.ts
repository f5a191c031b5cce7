import { join } from "node:path";
import { type EvaluatedText, withCollection } from "../collection.ts";
import { filesOf, readJudgedSet, readTexts } from "../judged-set.ts";
import { type Goal, printGoal } from "./goal.ts";

/** File of a set with questions {_id, text} that none of its documents answers. */
const OFF_TOPIC_FILE = "off-topic.jsonl";

/** Minimum separation in semantic mode; hybrid mode also counts the share of common terms. */
const AT_LEAST = 0.95;
const MEASURED = ["semantic", "hybrid"] as const;

/**
 * Measures whether questions about a collection score above off-topic questions: the share of all pairs in which the
 * best passage of the first scores higher than the best of the second.
 */
export const measureTopics: Goal = async (service, folders) => {
  const totals = { semantic: { right: 0, all: 0 }, hybrid: { right: 0, all: 0 } };
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    const offTopic = await readTexts(join(folder, OFF_TOPIC_FILE));
    await withCollection(service, { name: set.name, files: filesOf(set) }, async (collection) => {
      for (const mode of MEASURED) {
        const best = async (queries: readonly EvaluatedText[]) =>
          [...(await collection.ask(queries, mode, 1)).values()].map(([hit]) => hit?.score ?? 0);
        const on = await best(set.queries);
        const off = await best(offTopic);
        const right = on.reduce((sum, score) => sum + off.filter((other) => score > other).length, 0);
        totals[mode].right += right;
        totals[mode].all += on.length * off.length;
        printGoal(set.name, mode, share(right, on.length * off.length));
      }
    });
  }
  const { semantic, hybrid } = totals;
  printGoal("all", "hybrid", share(hybrid.right, hybrid.all));
  const value = `${share(semantic.right, semantic.all)}  (at least ${AT_LEAST})`;
  return printGoal("all", "semantic", value, semantic.right / semantic.all >= AT_LEAST);
};

const share = (right: number, all: number): string => `${(right / all).toFixed(3)} of ${all} pairs`;
