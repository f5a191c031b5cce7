import { BoundedMap } from "@quarry/index";
import { type Authenticator, ExhaustedKey, type Principal } from "./handler.ts";

const MINUTE_MS = 60_000;

/** One request, as far as sums of fractions are exact. */
const ONE = 1 - 1e-6;

/** Callers that are remembered. Keys are few; of users with tokens of their own, who was quiet longest begins anew. */
const REMEMBERED_CALLERS = 20_000;

/** Requests that a key still has at a moment; they come back evenly, up to a minute's worth. */
interface Bucket {
  tokens: number;
  /** Milliseconds of the clock. */
  filledAt: number;
}

/**
 * An authenticator that lets each key make so many requests a minute, and then fails with `resource_exhausted` and the
 * seconds until the next one. A key that was quiet may spend a whole minute's requests at once. A request that counts as
 * several is let in with one, however few are left, and the next one waits until all are made good. Callers without a
 * valid key and requests that need none are not counted. Each process counts for itself; 0 is no limit.
 */
export const rateLimited = (
  authenticator: Authenticator,
  perMinute: number,
  now: () => number = () => performance.now(),
): Authenticator => {
  if (perMinute === 0) return authenticator;
  // By the caller's name.
  const buckets: Buckets = new BoundedMap(REMEMBERED_CALLERS);
  return {
    ...authenticator,
    authenticate(authorization) {
      const principal = authenticator.authenticate(authorization);
      if (principal !== undefined) take(buckets, principal, perMinute, now());
      return principal;
    },
    // Checks during an open stream don't count as requests.
    isValid: (authorization) => authenticator.authenticate(authorization) !== undefined,
    charge(principal, requests) {
      const bucket = bucketOf(buckets, principal, perMinute, now());
      bucket.tokens -= requests;
    },
  };
};

type Buckets = BoundedMap<string, Bucket>;

function take(buckets: Buckets, principal: Principal, perMinute: number, now: number): void {
  const bucket = bucketOf(buckets, principal, perMinute, now);
  if (bucket.tokens < ONE) {
    throw tooMany(principal, perMinute, Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / perMinute / 1000));
  }
  bucket.tokens -= 1;
}

/** The key's bucket as it is now. */
function bucketOf(buckets: Buckets, { name }: Principal, perMinute: number, now: number): Bucket {
  const known = buckets.get(name);
  const bucket = known ?? { tokens: perMinute, filledAt: now };
  if (known === undefined) buckets.set(name, bucket);
  bucket.tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.filledAt) * perMinute) / MINUTE_MS);
  bucket.filledAt = now;
  return bucket;
}

const tooMany = (principal: Principal, perMinute: number, retryAfterSeconds: number): ExhaustedKey => {
  const message = `Too many requests: at most ${perMinute} a minute with this key; try again in ${retryAfterSeconds} s`;
  return new ExhaustedKey(principal, message, retryAfterSeconds);
};
