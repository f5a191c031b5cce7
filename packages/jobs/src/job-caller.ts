import { createHash } from "node:crypto";
import { Context, Effect } from "effect";

/** Caller for whom jobs are enqueued. Callers take turns, however many jobs each has waiting. "" if unknown. */
export const JobCaller = Context.Reference<string>("@quarry/jobs/JobCaller", { defaultValue: () => "" });

/** Half of a SHA-256, in hex: names may be long, and no caller can choose its place in the rotation. */
const CALLER_HASH_LENGTH = 32;

/** Enqueues on behalf of the caller with this name. Undefined leaves the caller unchanged. */
export const onBehalfOf =
  (name: string | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    name === undefined ? effect : Effect.provideService(effect, JobCaller, hashCaller(name));

export const hashCaller = (name: string): string =>
  createHash("sha256").update(name).digest("hex").slice(0, CALLER_HASH_LENGTH);
