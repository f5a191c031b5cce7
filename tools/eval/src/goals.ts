import { measureBatches } from "./batches/measure-batches.ts";
import type { Goal } from "./goal.ts";
import { measurePdfs } from "./pdfs/measure-pdfs.ts";
import { measureScores } from "./scores/measure-scores.ts";
import { measureSeparation } from "./separation/measure-separation.ts";
import { measureTopics } from "./topics/measure-topics.ts";

/** What is measured beyond how well the answers are found, by name. */
export const GOALS: Readonly<Record<string, Goal>> = {
  batches: measureBatches,
  scores: measureScores,
  separation: measureSeparation,
  pdfs: measurePdfs,
  topics: measureTopics,
};
