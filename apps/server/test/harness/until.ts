import { setTimeout as sleep } from "node:timers/promises";

/** First polling interval: short enough to lose no time. */
const FIRST_POLL_MS = 50;
/** Longest polling interval: longer waits poll less often, since polling takes CPU time that others need. */
const LAST_POLL_MS = 250;
/** Share of the wait so far that may be lost to polling. */
const LOST_SHARE = 0.05;

/**
 * Polls until the result is not undefined and returns it. Fails after `deadlineMs` and names what it waited for. `what`
 * can be a function that reports the final progress.
 */
export const until = async <A>(
  what: string | (() => string),
  ask: () => Promise<A | undefined> | A | undefined,
  deadlineMs = 60_000,
): Promise<A> => {
  const begun = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    const waited = Date.now() - begun;
    if (waited > deadlineMs) {
      throw new Error(`after ${deadlineMs} ms still waiting for ${typeof what === "string" ? what : what()}`);
    }
    await sleep(Math.min(Math.max(FIRST_POLL_MS, waited * LOST_SHARE), LAST_POLL_MS));
  }
};
