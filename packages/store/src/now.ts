import { Clock, Effect } from "effect";

/** Current time in storage format: ISO 8601 UTC with milliseconds. Follows the `Clock`, so that tests can set it. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (milliseconds) =>
  new Date(milliseconds).toISOString(),
);
