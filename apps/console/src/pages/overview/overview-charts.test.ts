import type { RequestFigures, RequestMetrics } from "@quarry/http/console";
import { expect, test } from "vitest";
import { latencyChart, perMinute, queueChart, requestChart } from "./overview-charts.ts";

const NOON = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

const figures = (count: readonly number[], latency: RequestFigures["latency"] = null): RequestFigures => {
  const none = count.map(() => null);
  const zeros = count.map(() => 0);
  return {
    count: count.reduce((sum, value) => sum + value, 0),
    ...{ refused: 0, failed: 0, latency },
    slices: { count, refused: zeros, failed: zeros, p50: none, p95: none, p99: none },
  };
};

const metrics = (query: RequestFigures, since = NOON - 60 * MINUTE): RequestMetrics => ({
  ...{ since, startAt: NOON - 2 * MINUTE, stepMs: MINUTE },
  classes: { query, upload: figures([1, 0, 0]), other: figures([0, 0, 1_200]) },
});

test("the request chart summarizes its bars in a sentence", () => {
  const { summary, data } = requestChart(metrics(figures([3, 0, 4])), "hour");
  expect(summary).toBe("1,208 requests in the last hour, peak 1,204 in a minute.");
  expect(data.times).toEqual([NOON - 2 * MINUTE, NOON - MINUTE, NOON]);
});

test("an empty latency chart suggests running a query, and an empty queue chart reports an empty queue", () => {
  expect(latencyChart(metrics(figures([0, 0, 0])), "hour").summary).toMatch(/^No queries in the last hour\. Run one/);
  const idle = [null, 0, 0];
  const ingest = {
    ...{ startAt: NOON, stepMs: MINUTE, documentsPerMinute: idle, failuresPerMinute: idle, chunksPerMinute: idle },
    ...{ waiting: idle, running: idle },
  };
  expect(queueChart(ingest, "minutes").summary).toBe("The queue was empty in the last 5 minutes.");
});

test("the latency chart reports percentiles in everyday words", () => {
  const reported = latencyChart(metrics(figures([1, 1, 1], { p50: 4.24, p95: 96.4, p99: 1_234 })), "minutes").summary;
  expect(reported).toBe(
    "Half of the queries in the last 5 minutes took at most 4.2 ms, 95 of 100 at most 96 ms, 99 of 100 at most 1.2 s.",
  );
});

test("a rate counts from the start of measurement, over at least one minute", () => {
  expect(perMinute(30, metrics(figures([0, 0, 0])), NOON + MINUTE)).toBe(10);
  expect(perMinute(30, metrics(figures([0, 0, 0]), NOON), NOON + 2 * MINUTE)).toBe(15);
  expect(perMinute(30, metrics(figures([0, 0, 0]), NOON), NOON + 5_000)).toBe(30);
});
