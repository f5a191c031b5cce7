import { describe, expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

const NOW = Date.parse("2026-11-22T21:00:00Z");
const wait = (headers: Record<string, string>) => retryAfterSeconds(new Headers(headers), NOW);

describe("retryAfterSeconds", () => {
  test.each<[string, Record<string, string>, number | undefined]>([
    ["reads seconds", { "retry-after": "7" }, 7],
    ["reads fractions of a second", { "retry-after": "0.5" }, 0.5],
    ["prefers milliseconds, which are more precise", { "retry-after": "2", "retry-after-ms": "1250" }, 1.25],
    ["reads an HTTP date", { "retry-after": "Sun, 22 Nov 2026 21:00:30 GMT" }, 30],
    ["returns 0 for a date in the past", { "retry-after": "Sun, 22 Nov 2026 20:00:00 GMT" }, 0],
    ["caps the wait at one day", { "retry-after": "10000000" }, 86_400],
    ["returns undefined without headers", {}, undefined],
    ["ignores a word", { "retry-after": "soon" }, undefined],
    ["ignores a negative number, which is not a date", { "retry-after": "-5" }, undefined],
    [
      "uses the reset of the exhausted limit",
      { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s", "x-ratelimit-reset-tokens": "1h" },
      360,
    ],
    [
      "uses the later of two resets",
      {
        ...{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "120ms" },
        ...{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1m2.5s" },
      },
      62.5,
    ],
    [
      "ignores the reset of a limit that is not exhausted",
      { "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "1s" },
      undefined,
    ],
    [
      "ignores an unreadable reset",
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1 fortnight" },
      undefined,
    ],
  ])("%s", (_, headers, expected) => expect(wait(headers)).toBe(expected));
});
