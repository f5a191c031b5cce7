import { expect, test } from "vitest";
import { type FinishedRequest, RequestMeter } from "./request-meter.ts";

const START = Date.UTC(2026, 0, 5, 12, 0, 30);
const MINUTE = 60_000;

const clock = () => {
  let time = START;
  return { now: () => time, advance: (ms: number) => void (time += ms) };
};

const request = (change: Partial<FinishedRequest> = {}): FinishedRequest => ({
  requestId: "r-1",
  method: "POST",
  route: "/v1/collections/{collection_name}/query",
  path: "/v1/collections/manuals/query",
  status: 200,
  durationMs: 20,
  ...change,
});

test("counts by class and outcome, and measures the latency of successful requests only", () => {
  const meter = new RequestMeter(clock().now);
  for (let count = 0; count < 9; count++) meter.record(request());
  meter.record(request({ status: 422, durationMs: 0.2 }));
  meter.record(request({ status: 503, durationMs: 5_000 }));
  meter.record(request({ route: "/v1/collections/{collection_name}/documents", durationMs: 300 }));
  const { query, upload, other } = meter.read("hour").classes;
  expect(query).toMatchObject({ count: 11, refused: 1, failed: 1 });
  for (const value of Object.values(query.latency!)) expect(Math.abs(value / 20 - 1)).toBeLessThan(0.04);
  expect(upload).toMatchObject({ count: 1, refused: 0, failed: 0 });
  expect(other).toMatchObject({ count: 0, latency: null });
});

test("counts each minute separately, and drops it after an hour", () => {
  const time = clock();
  const meter = new RequestMeter(time.now);
  meter.record(request());
  time.advance(2 * MINUTE);
  meter.record(request());
  meter.record(request());
  const { startAt, stepMs, classes } = meter.read("hour");
  expect(classes.query.slices.count.slice(-4)).toEqual([0, 1, 0, 2]);
  expect(classes.query.slices.p50.slice(-2)).toEqual([null, expect.closeTo(20, -1)]);
  expect(startAt + 59 * stepMs).toBe(START - 30_000 + 2 * MINUTE);
  time.advance(57 * MINUTE);
  expect(meter.read("hour").classes.query.count).toBe(3);
  time.advance(MINUTE);
  expect(meter.read("hour").classes.query.count).toBe(2);
  time.advance(60 * MINUTE);
  expect(meter.read("hour").classes.query).toMatchObject({ count: 0, latency: null });
});

test("reports the last minutes in steps of five seconds", () => {
  const time = clock();
  const meter = new RequestMeter(time.now);
  meter.record(request());
  time.advance(10_000);
  meter.record(request());
  const { stepMs, classes } = meter.read("minutes");
  expect(stepMs).toBe(5_000);
  expect(classes.query.slices.count.slice(-4)).toEqual([0, 1, 0, 1]);
  time.advance(5 * MINUTE);
  expect(meter.read("minutes").classes.query.count).toBe(0);
  expect(meter.read("hour").classes.query.count).toBe(2);
});

test("a request through the console or by rpc counts in its class; streams, probes and pages don't count", () => {
  const meter = new RequestMeter(clock().now);
  meter.record(request({ route: undefined, path: "/console/api/v1/collections/manuals/query" }));
  meter.record(request({ route: "/quarry.v1.QueryService/Query", path: "/quarry.v1.QueryService/Query" }));
  meter.record(request({ route: "/quarry.v1.DocumentService/UploadDocument" }));
  meter.record(request({ method: "GET", route: "/v1/collections/{collection_name}/documents" }));
  meter.record(request({ method: "GET", route: "/v1/collections/{collection_name}/documents/{document_id}/progress" }));
  meter.record(request({ route: "/quarry.v1.DocumentService/WatchDocumentProgress" }));
  meter.record(request({ method: "GET", route: undefined, path: "/console/collections" }));
  meter.record(request({ method: "GET", route: "/health", path: "/health" }));
  const { query, upload, other } = meter.read("hour").classes;
  expect([query.count, upload.count, other.count]).toEqual([2, 1, 1]);
});

test("lists the last fifty failures, newest first, without failed readiness probes", () => {
  const time = clock();
  const meter = new RequestMeter(time.now);
  meter.record(request({ status: 400 }));
  meter.record(request({ method: "GET", route: "/health/ready", path: "/health/ready", status: 503 }));
  for (let number = 1; number <= 51; number++) {
    time.advance(1_000);
    meter.record(request({ status: 500, requestId: `r-${number}` }));
  }
  const failures = meter.failures();
  expect(failures).toHaveLength(50);
  expect(failures[0]).toEqual({
    at: START + 51_000,
    requestId: "r-51",
    method: "POST",
    route: "/v1/collections/{collection_name}/query",
    status: 500,
  });
  expect(failures.at(-1)!.requestId).toBe("r-2");
});
