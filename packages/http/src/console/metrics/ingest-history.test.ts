import { expect, test } from "vitest";
import { IngestHistory, type IngestSample } from "./ingest-history.ts";

const NOON = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

const sample = (at: number, change: Partial<IngestSample> = {}): IngestSample => ({
  ...{ at, chunks: 0, waiting: 0, running: 0, completed: 0, failed: 0 },
  ...change,
});

test("reports rates per minute between samples, and the state of the queue", () => {
  const history = new IngestHistory();
  history.add(sample(NOON - 10_000, { completed: 100, chunks: 1_000 }));
  history.add(sample(NOON + 20_000, { completed: 103, chunks: 1_090, failed: 1, waiting: 9, running: 2 }));
  history.add(sample(NOON + 50_000, { completed: 106, chunks: 1_180, failed: 1, waiting: 4, running: 1 }));
  history.add(sample(NOON + MINUTE + 50_000, { completed: 106, chunks: 1_000, failed: 1 }));
  const metrics = history.read("hour", NOON + MINUTE + 55_000);
  expect(metrics.stepMs).toBe(MINUTE);
  expect(metrics.startAt).toBe(NOON - 58 * MINUTE);
  expect(metrics.documentsPerMinute.slice(-3)).toEqual([null, 6, 0]);
  expect(metrics.failuresPerMinute.slice(-3)).toEqual([null, 1, 0]);
  // Deleted chunks do not give a negative rate.
  expect(metrics.chunksPerMinute.slice(-3)).toEqual([null, 180, 0]);
  expect(metrics.waiting.slice(-3)).toEqual([0, 4, 0]);
  expect(metrics.running.slice(-3)).toEqual([0, 1, 0]);
});

test("reports null for times without samples, and drops samples older than an hour", () => {
  const history = new IngestHistory();
  expect(history.read("minutes", NOON).waiting.every((value) => value === null)).toBe(true);
  for (let count = 0; count <= 400; count++) history.add(sample(NOON + count * 10_000, { completed: count }));
  const end = NOON + 400 * 10_000;
  expect(history.read("hour", end).documentsPerMinute).not.toContain(null);
  expect(history.read("minutes", end).documentsPerMinute.at(-1)).toBeCloseTo(6, 10);
  expect(history.read("hour", end - 62 * MINUTE).documentsPerMinute.at(0)).toBeNull();
});
