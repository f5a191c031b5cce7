import { describe, expect, test } from "vitest";
import { retryAfterSeconds } from "./retry-after.ts";

const NOW = Date.parse("2026-11-22T21:00:00Z");
const wait = (headers: Record<string, string>) => retryAfterSeconds(new Headers(headers), NOW);

describe("how long a provider wants to be left alone", () => {
  test.each<[string, Record<string, string>, number | undefined]>([
    ["seconds", { "retry-after": "7" }, 7],
    ["parts of a second", { "retry-after": "0.5" }, 0.5],
    ["milliseconds, which are more exact", { "retry-after": "2", "retry-after-ms": "1250" }, 1.25],
    ["an HTTP date", { "retry-after": "Sun, 22 Nov 2026 21:00:30 GMT" }, 30],
    ["a date that is over", { "retry-after": "Sun, 22 Nov 2026 20:00:00 GMT" }, 0],
    ["no more than a day", { "retry-after": "10000000" }, 86_400],
    ["nothing", {}, undefined],
    ["a word", { "retry-after": "soon" }, undefined],
    ["a negative number, which is no date", { "retry-after": "-5" }, undefined],
    [
      "the reset of the limit that is used up",
      { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s", "x-ratelimit-reset-tokens": "1h" },
      360,
    ],
    [
      "the later reset of two",
      {
        ...{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "120ms" },
        ...{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1m2.5s" },
      },
      62.5,
    ],
    [
      "no reset while something remains",
      { "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "1s" },
      undefined,
    ],
    [
      "no reset that can't be read",
      { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1 fortnight" },
      undefined,
    ],
  ])("%s", (_, headers, expected) => expect(wait(headers)).toBe(expected));
});
