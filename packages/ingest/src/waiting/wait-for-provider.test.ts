import type { ProviderOutage } from "@quarry/embedding";
import type { JobResult, JobWait } from "@quarry/jobs";
import { PluginError } from "@quarry/plugin";
import { expect, test } from "vitest";
import { LONGEST_PARK_MS, type ProviderWait, waitForProvider } from "./wait-for-provider.ts";

const NOW = 1_800_000_000_000;
const SECOND = 1_000;
const pace = { giveUpAfterSeconds: 60, rateLimitPatienceSeconds: 600 };

const failing = new PluginError({ plugin: "p", reason: "unavailable", message: "it failed (status 500)" });
const limited = new PluginError({ plugin: "p", reason: "rate_limited", message: "slow down (status 429)" });
const inRepair = (seconds: number) =>
  new PluginError({ plugin: "p", reason: "unavailable", message: "in repair (503)", retryAfterSeconds: seconds });

const outage = (error: PluginError | undefined, overrides: Partial<ProviderOutage> = {}): ProviderOutage => ({
  ...{ error, keptMs: 5 * SECOND, pauseMs: 4 * SECOND, isProbed: false, pace },
  ...overrides,
});

const wait = (reported: ProviderOutage, overrides: Partial<ProviderWait> = {}): JobResult =>
  waitForProvider({
    ...{ job: { wait: null }, embedder: "e", outage: reported, hasAdvanced: false, now: NOW },
    ...overrides,
  });

/** Returns the same job `seconds` after it was parked. */
const waitAgain = (
  before: JobResult,
  seconds: number,
  reported: ProviderOutage,
  overrides: Partial<ProviderWait> = {},
) => wait(reported, { job: { wait: waitOf(before) }, now: NOW + seconds * SECOND, ...overrides });

const waitOf = (result: JobResult): JobWait => {
  if (result.type !== "parked") throw new Error(`not parked, but ${JSON.stringify(result)}`);
  return result.wait;
};

test("a failure is awaited for one minute since it began, with a last attempt at the end", () => {
  const first = wait(outage(failing));
  expect(first).toMatchObject({ afterMs: 4 * SECOND, wait: { for: "e", until: NOW + 55 * SECOND }, withFamily: false });
  expect(first).toMatchObject({
    error: "waits for e, until 2027-01-15T08:00:55Z at the latest; its message: it failed (status 500)",
  });
  const next = waitAgain(first, 40, outage(failing, { pauseMs: 30 * SECOND }));
  expect(next).toMatchObject({ type: "parked", afterMs: 15 * SECOND, wait: { until: NOW + 55 * SECOND } });
  expect(waitAgain(next, 55, outage(failing))).toEqual({
    ...{ type: "failed", by: "provider" },
    error:
      "e has failed for 60 s, most recently: it failed (status 500). Embeddings so far are cached: reprocess the document when the provider is available",
  });
});

test("progress in between restarts the wait", () => {
  const first = wait(outage(failing));
  expect(waitAgain(first, 300, outage(failing), { hasAdvanced: true })).toMatchObject({
    ...{ type: "parked", wait: { until: NOW + 355 * SECOND } },
  });
});

test("429 and errors with a retry time are awaited longer, but a longer pause fails the job", () => {
  expect(wait(outage(limited))).toMatchObject({ wait: { until: NOW + 595 * SECOND } });
  expect(wait(outage(inRepair(100), { pauseMs: 100 * SECOND }))).toMatchObject({
    ...{ type: "parked", afterMs: 100 * SECOND, wait: { until: NOW + 595 * SECOND } },
  });
  expect(wait(outage(inRepair(3_600), { pauseMs: 3_600 * SECOND }))).toMatchObject({
    ...{ type: "failed", error: expect.stringContaining("e asks for a pause of 3600 s, which is longer than") },
  });
  expect(waitAgain(wait(outage(limited)), 500, outage(limited, { pauseMs: 300 * SECOND }))).toMatchObject({
    ...{ type: "failed", error: expect.stringContaining("e has failed for 505 s, most recently: slow down") },
  });
});

test("failures after rate limiting have a separate minute, within one limit for both", () => {
  const refused = wait(outage(limited));
  const failed = waitAgain(refused, 300, outage(failing, { keptMs: 0 }));
  expect(failed).toMatchObject({ type: "parked", wait: { until: NOW + 360 * SECOND } });
  const again = waitAgain(failed, 350, outage(limited));
  expect(again).toMatchObject({ type: "parked", wait: { until: NOW + 595 * SECOND } });
  expect(waitAgain(again, 590, outage(failing))).toMatchObject({ type: "parked", wait: { until: NOW + 595 * SECOND } });
  expect(waitAgain(again, 596, outage(failing))).toMatchObject({ type: "failed" });
});

test("a job whose provider is already being probed parks with its family, for at most a minute", () => {
  const reported = outage(limited, { isProbed: true, keptMs: 0 });
  expect(wait(reported)).toMatchObject({ afterMs: LONGEST_PARK_MS, withFamily: true });
  expect(wait(reported, { reached: 75 })).toMatchObject({ withFamily: false, wait: { memory: { reached: 75 } } });
  expect(wait({ ...reported, error: failing })).toMatchObject({
    afterMs: 60 * SECOND,
    wait: { until: NOW + 60 * SECOND },
  });
});

test("a silent provider is no failure: the job waits, and earlier waiting still counts", () => {
  const silent = outage(undefined, { isProbed: true });
  expect(wait(silent)).toMatchObject({
    ...{ type: "parked", error: "waits for e, which has not answered yet", wait: { until: null, memory: {} } },
  });
  const before = wait(outage(failing));
  const meanwhile = waitAgain(before, 20, silent);
  expect(waitAgain(meanwhile, 40, outage(failing))).toMatchObject({ wait: { until: NOW + 55 * SECOND } });
});

test("a clock that is set back does not extend a wait", () => {
  const first = wait(outage(failing));
  expect(waitAgain(first, -3_600, outage(failing))).toMatchObject({ wait: { until: NOW + (60 - 3_600) * SECOND } });
});
