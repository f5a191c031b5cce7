import { type Authenticator, ExhaustedKey, type Principal } from "./handler.ts";

const MINUTE_MS = 60_000;

/** Requests that a key still has at a moment; they come back evenly, up to a minute's worth. */
interface Bucket {
  tokens: number;
  /** Milliseconds of the clock. */
  filledAt: number;
}

/**
 * An authenticator that lets each key make so many requests a minute, and then fails with `resource_exhausted` and the
 * seconds until the next one. A key that was quiet may spend a whole minute's requests at once. Callers without a valid
 * key and requests that need none are not counted. Each process counts for itself; 0 is no limit.
 */
export const rateLimited = (
  authenticator: Authenticator,
  perMinute: number,
  now: () => number = () => performance.now(),
): Authenticator => {
  if (perMinute === 0) return authenticator;
  // By the key's name: as many as there are keys.
  const buckets = new Map<string, Bucket>();
  return {
    authenticate(authorization) {
      const principal = authenticator.authenticate(authorization);
      if (principal !== undefined) take(buckets, principal, perMinute, now());
      return principal;
    },
    // Who only listens makes no requests.
    isValid: (authorization) => authenticator.authenticate(authorization) !== undefined,
  };
};

function take(buckets: Map<string, Bucket>, principal: Principal, perMinute: number, now: number): void {
  const { name } = principal;
  const bucket = buckets.get(name) ?? { tokens: perMinute, filledAt: now };
  const tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.filledAt) * perMinute) / MINUTE_MS);
  const isAllowed = tokens >= 1;
  buckets.set(name, { tokens: isAllowed ? tokens - 1 : tokens, filledAt: now });
  if (!isAllowed) throw tooMany(principal, perMinute, Math.ceil(((1 - tokens) * MINUTE_MS) / perMinute / 1000));
}

const tooMany = (principal: Principal, perMinute: number, retryAfterSeconds: number): ExhaustedKey => {
  const message = `Too many requests: at most ${perMinute} a minute with this key; try again in ${retryAfterSeconds} s`;
  return new ExhaustedKey(principal, message, retryAfterSeconds);
};
