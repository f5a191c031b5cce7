import { Clock, Effect } from "effect";

/** The current time as it is stored: ISO 8601 UTC with milliseconds. Follows the `Clock`, so that tests can set it. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (milliseconds) =>
  new Date(milliseconds).toISOString(),
);
