import { setTimeout as sleep } from "node:timers/promises";

/** How often a condition is looked at: often enough to lose no time, seldom enough to cost none. */
const POLL_MS = 50;

/**
 * Asks until the answer is not undefined and gives it; fails after `deadlineMs` with `what` was waited for. `what` may
 * be a function, to say at the end how far it had come.
 */
export const until = async <A>(
  what: string | (() => string),
  ask: () => Promise<A | undefined> | A | undefined,
  deadlineMs = 60_000,
): Promise<A> => {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) {
      throw new Error(`after ${deadlineMs} ms still waiting for ${typeof what === "string" ? what : what()}`);
    }
    await sleep(POLL_MS);
  }
};
