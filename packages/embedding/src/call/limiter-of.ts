import type { EmbedderUse } from "../embedder-use.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";

/** An embedder that asks nobody computes in this process: one batch computes while the next one gets ready. */
const LOCAL_CONCURRENCY = 2;

/** Rate limiter of the calls of this use. */
export const limiterOf = (limiters: RateLimiters, { embedder, credential }: EmbedderUse): RateLimiter => {
  const isLocal = embedder.capabilities.credential === "none";
  const pace = { ...(isLocal && { concurrency: LOCAL_CONCURRENCY }), ...embedder.pace };
  return limiters.of({ name: embedder.name, credential, pace });
};
