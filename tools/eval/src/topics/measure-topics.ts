import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mode } from "../api.ts";
import { askAll } from "../documents/ask-all.ts";
import { filesOf, nameOf } from "../documents/document-files.ts";
import { type JudgedQuery, readJudgedSet } from "../documents/judged-set.ts";
import { type Goal, printGoal } from "../goal.ts";
import { withCollection } from "../with-collection.ts";

/** Beside a set's files: questions {_id, text} that none of its documents is about. */
const OFF_TOPIC_FILE = "off-topic.jsonl";

const AT_LEAST = 0.95;
const MEASURED: readonly Mode[] = ["semantic", "hybrid"];
/** The mode that the goal is for: the other mixes in how many of the words are the same. */
const GOAL_MODE: Mode = "semantic";

interface Pairs {
  readonly right: number;
  readonly all: number;
}

/**
 * Whether questions about a collection score above questions about something else: of all pairs of the two, the share in
 * which the best passage of the first scores higher than the best of the second.
 */
export const measureTopics: Goal = async (service, folders) => {
  const counted = new Map<Mode, Pairs[]>(MEASURED.map((mode) => [mode, []]));
  for (const folder of folders) {
    const set = await readJudgedSet(folder);
    const offTopic = await readOffTopic(folder);
    const plan = { name: nameOf(set), settings: {}, files: filesOf(set) };
    await withCollection(service, plan, async (api, collection) => {
      for (const mode of MEASURED) {
        const best = async (queries: readonly JudgedQuery[]) =>
          [...(await askAll(api, collection, queries, { mode, topK: 1 })).values()].map(([hit]) => hit?.score ?? 0);
        const pairs = comparePairs(await best(set.queries), await best(offTopic));
        counted.get(mode)!.push(pairs);
        printGoal(set.name, mode, `${share(pairs).toFixed(3)} of ${pairs.all} pairs`, true);
      }
    });
  }
  const met = MEASURED.map((mode) => {
    const total = counted.get(mode)!.reduce((a, b) => ({ right: a.right + b.right, all: a.all + b.all }));
    const goal = mode === GOAL_MODE ? `  (at least ${AT_LEAST})` : "";
    const value = `${share(total).toFixed(3)} of ${total.all} pairs${goal}`;
    return printGoal("all", mode, value, mode !== GOAL_MODE || share(total) >= AT_LEAST);
  });
  return met.every(Boolean);
};

const readOffTopic = async (folder: string): Promise<readonly JudgedQuery[]> =>
  (await readFile(join(folder, OFF_TOPIC_FILE), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { _id: string; text: string })
    .map(({ _id, text }) => ({ id: _id, text }));

const comparePairs = (on: readonly number[], off: readonly number[]): Pairs => ({
  right: on.reduce((sum, score) => sum + off.filter((other) => score > other).length, 0),
  all: on.length * off.length,
});

const share = ({ right, all }: Pairs): number => right / all;
