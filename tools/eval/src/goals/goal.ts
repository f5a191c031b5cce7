import type { EvaluatedService } from "../collection.ts";

/** Measures a goal on judged sets, prints the result, and returns whether the goal is met. */
export type Goal = (service: EvaluatedService, folders: readonly string[]) => Promise<boolean>;

/** Prints a line of a goal's report: the quantity, the set, and the value with its limit. */
export const printGoal = (set: string, name: string, value: string, isMet = true): boolean => {
  console.log(`${set.padEnd(14)} ${name.padEnd(44)} ${value}${isMet ? "" : "  MISSED"}`);
  return isMet;
};
