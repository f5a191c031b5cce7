/**
 * Longest wait: one day. A provider that requests more has a daily or monthly quota; it is called again after a day.
 */
const MAX_SECONDS = 86_400;

/**
 * Returns the seconds that a provider wants to pass before the next request: `retry-after-ms`, `Retry-After` (seconds
 * or HTTP date), otherwise the reset time of the exhausted rate limit. Undefined if the response has none of them.
 */
export const retryAfterSeconds = (headers: Headers, nowMs: number = Date.now()): number | undefined => {
  const seconds = fromMilliseconds(headers) ?? fromRetryAfter(headers, nowMs) ?? fromResets(headers);
  return seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), MAX_SECONDS);
};

const fromMilliseconds = (headers: Headers): number | undefined => {
  const milliseconds = numberOf(headers.get("retry-after-ms"));
  return milliseconds === undefined ? undefined : milliseconds / 1000;
};

const fromRetryAfter = (headers: Headers, nowMs: number): number | undefined => {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = numberOf(value);
  if (seconds !== undefined) return seconds;
  // Without the weekday, JavaScript parses many texts as dates: "-5" as a year.
  const date = /^[a-z]{3,9},/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : (date - nowMs) / 1000;
};

/** OpenAI reports two limits, and that both are full again after `reset`; only an exhausted one counts. */
const fromResets = (headers: Headers): number | undefined => {
  const waits = ["requests", "tokens"].flatMap((limit) => {
    if (numberOf(headers.get(`x-ratelimit-remaining-${limit}`)) !== 0) return [];
    const wait = durationSeconds(headers.get(`x-ratelimit-reset-${limit}`));
    return wait === undefined ? [] : [wait];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
};

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1, ms: 0.001 };

/** Parses `6m0s`, `1h2m3.5s`, `120ms`, or plain seconds. */
const durationSeconds = (text: string | null): number | undefined => {
  if (text === null) return undefined;
  const plain = numberOf(text);
  if (plain !== undefined) return plain;
  const parts = [...text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text.trim()) return undefined;
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_SECONDS[unit as string]!, 0);
};

const numberOf = (text: string | null): number | undefined =>
  text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
