import { check } from "recheck";
import type { Expression } from "./expressions.ts";

/** Expressions with long alternatives take a while, on a busy machine more. */
const TIMEOUT_MS = 120_000;

/** Why an expression isn't known to be linear; undefined where it is. */
export const judge = async ({ pattern, flags }: Expression): Promise<string | undefined> => {
  const found = await check(pattern, flags, { timeout: TIMEOUT_MS });
  if (found.status === "safe") return undefined;
  if (found.status === "unknown") return `nothing is known of it (${found.error.kind})`;
  return `${found.complexity.summary}: ${found.attack.pattern.slice(0, 200)}`;
};
