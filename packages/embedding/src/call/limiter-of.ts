import type { EmbedderUse } from "../embedder-use.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import { LOCAL_LIMITS, type RateLimiters } from "../rate-limits/rate-limiters.ts";

/** Returns the rate limiter of the calls of this use. An embedder without credentials computes in this process. */
export const limiterOf = (limiters: RateLimiters, { embedder, credential }: EmbedderUse): RateLimiter => {
  const isLocal = embedder.capabilities.credential === "none";
  const rateLimits = { ...(isLocal && { concurrency: LOCAL_LIMITS.concurrency }), ...embedder.pace };
  return limiters.of({ name: embedder.name, credential, pace: rateLimits });
};
