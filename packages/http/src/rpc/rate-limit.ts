import { TokenBuckets } from "@quarry/plugin/scheduling";
import { type Authenticator, ExhaustedKey, type Principal } from "./handler.ts";

const MINUTE_SECONDS = 60;

/**
 * Maximum number of callers with a token bucket. Keys are few; among users with their own tokens, the least recently
 * active one starts again with a full bucket.
 */
const REMEMBERED_CALLERS = 20_000;

/**
 * Wraps an authenticator with a token bucket per key. Beyond `perMinute` requests it fails with `resource_exhausted`
 * and the seconds until the next one. A key that was idle can use a whole minute's requests at once. A request that
 * counts as several is admitted if one is left, and the next request waits until the difference is made up. Callers
 * without a valid key and requests that need none are not counted. Each process counts separately; 0 means no limit.
 */
export const rateLimited = (authenticator: Authenticator, perMinute: number, now?: () => number): Authenticator => {
  if (perMinute === 0) return authenticator;
  const rate = { burst: perMinute, perSecond: perMinute / MINUTE_SECONDS };
  const buckets = new TokenBuckets(rate, REMEMBERED_CALLERS, now);
  const take = (principal: Principal): void => {
    const waitMs = buckets.waitFor(principal.name);
    if (waitMs > 0) throw tooMany(principal, perMinute, Math.ceil(waitMs / 1_000));
    buckets.use(principal.name);
  };
  return {
    ...authenticator,
    authenticate(authorization) {
      const principal = authenticator.authenticate(authorization);
      if (principal !== undefined) take(principal);
      return principal;
    },
    // Checks during an open stream don't count as requests.
    isValid: (authorization) => authenticator.authenticate(authorization) !== undefined,
    charge: ({ name }, requests) => buckets.use(name, requests),
  };
};

const tooMany = (principal: Principal, perMinute: number, retryAfterSeconds: number): ExhaustedKey => {
  const message = `Too many requests: at most ${perMinute} a minute with this key; try again in ${retryAfterSeconds} s`;
  return new ExhaustedKey(principal, message, retryAfterSeconds);
};
