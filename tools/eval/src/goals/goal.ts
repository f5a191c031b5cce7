import type { EvaluatedService } from "../collection.ts";

/** Measures a goal on judged sets, prints what it finds, and tells whether it is met. */
export type Goal = (service: EvaluatedService, folders: readonly string[]) => Promise<boolean>;

/** A line of a goal's report: what, of which set, and the number with what it has to keep. */
export const printGoal = (set: string, name: string, value: string, isMet = true): boolean => {
  console.log(`${set.padEnd(14)} ${name.padEnd(44)} ${value}${isMet ? "" : "  MISSED"}`);
  return isMet;
};
