import { setTimeout as sleep } from "node:timers/promises";

/** How often a condition is looked at, at first: often enough to lose no time. */
const FIRST_POLL_MS = 50;
/** And at last: what is waited for longer is asked for less often, since asking takes the time that others need. */
const LAST_POLL_MS = 250;
/** The share of the wait so far that may be lost. */
const LOST_SHARE = 0.05;

/**
 * Asks until the answer is not undefined and gives it; fails after `deadlineMs` with `what` was waited for. `what` may
 * be a function, to say at the end how far it had come.
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
