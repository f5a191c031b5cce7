import { describe, expect, test } from "vitest";
import { NotFoundError, RateLimitedError, UnavailableError } from "../errors/quarry-error.ts";
import { delayAfter, retryPolicy, withRetries } from "./retry.ts";
import { TimeLimit } from "./time-limit.ts";

const policy = retryPolicy({ attempts: 3, baseDelayMs: 1, maxDelayMs: 4 });

describe("delayAfter", () => {
  test("grows with the number of failures up to the maximum, with jitter below it", () => {
    const long = retryPolicy({ baseDelayMs: 100, maxDelayMs: 1_000 });
    for (const [failures, longest] of [
      [1, 100],
      [2, 200],
      [4, 800],
      [9, 1_000],
    ] as const) {
      const delay = delayAfter(new UnavailableError("away"), failures, long);
      expect(delay).toBeGreaterThanOrEqual(longest / 2);
      expect(delay).toBeLessThanOrEqual(longest);
    }
  });

  test("is never shorter than the service's retryAfterSeconds", () => {
    expect(delayAfter(new RateLimitedError("slow down", { retryAfterSeconds: 7 }), 1, policy)).toBe(7_000);
  });
});

describe("withRetries", () => {
  const attempts = async (errors: readonly Error[]) => {
    let made = 0;
    const attempt = async () => {
      const error = errors[made];
      made += 1;
      if (error !== undefined) throw error;
      return "done";
    };
    const ending = await withRetries(policy, new TimeLimit(undefined, undefined), attempt).catch(
      (error: unknown) => error,
    );
    return { made, ending };
  };
  const away = new UnavailableError("away");
  const missing = new NotFoundError("missing");

  test.each([
    { name: "retries until the call succeeds", errors: [away, away], made: 3, ending: "done" },
    { name: "gives up after the configured attempts", errors: [away, away, away, away], made: 3, ending: away },
    { name: "does not retry a permanent error", errors: [missing], made: 1, ending: missing },
  ])("$name", async ({ errors, made, ending }) => {
    expect(await attempts(errors)).toEqual({ made, ending });
  });

  test("an abort ends the wait for the next attempt", async () => {
    const controller = new AbortController();
    const limit = new TimeLimit(undefined, controller.signal);
    const slow = new RateLimitedError("slow down", { retryAfterSeconds: 3_600 });
    const call = withRetries(policy, limit, () => Promise.reject(slow));
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
  });
});
