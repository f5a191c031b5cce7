import { createHash } from "node:crypto";
import { Context, Effect } from "effect";

/** Caller for whom jobs are enqueued: callers take turns, however many jobs each has waiting. "" when it is unknown. */
export const JobCaller = Context.Reference<string>("@quarry/jobs/JobCaller", { defaultValue: () => "" });

/** Half of a SHA-256, in hex: names may be long, and turns go round them in an order that nobody chooses. */
const CALLER_CHARACTERS = 32;

/** Enqueues for the one of this name. Undefined leaves it as it is. */
export const onBehalfOf =
  (name: string | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    name === undefined ? effect : Effect.provideService(effect, JobCaller, callerOf(name));

export const callerOf = (name: string): string =>
  createHash("sha256").update(name).digest("hex").slice(0, CALLER_CHARACTERS);
