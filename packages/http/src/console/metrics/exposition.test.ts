import { expect, test } from "vitest";
import { exposition } from "./exposition.ts";
import { RequestTotals } from "./request-totals.ts";
import { requestMetrics } from "./service-exposition.ts";

test("writes the text format, with escaped labels and help", () => {
  const text = exposition([
    { name: "up", type: "gauge", help: "Is it\nup?", samples: [{ labels: { name: `a "b"\\c\n` }, value: 1 }] },
    { name: "empty", type: "gauge", help: "Nothing", samples: [] },
    { name: "plain", type: "counter", help: "All", samples: [{ value: 2.5 }] },
  ]);
  expect(text).toBe(
    [
      String.raw`# HELP up Is it\nup?`,
      "# TYPE up gauge",
      String.raw`up{name="a \"b\"\\c\n"} 1`,
      "# HELP plain All",
      "# TYPE plain counter",
      "plain 2.5",
      "",
    ].join("\n"),
  );
});

test("duration buckets are cumulative and end with the total", () => {
  const totals = new RequestTotals();
  for (const durationMs of [1, 3, 4, 120_000]) totals.record("query", 200, durationMs);
  totals.record("query", 429, 2);
  const lines = exposition(requestMetrics(totals)).split("\n");
  expect(lines).toContain('quarry_requests_total{kind="query",outcome="answered"} 4');
  expect(lines).toContain('quarry_requests_total{kind="query",outcome="refused"} 1');
  const bucket = (le: string) => `quarry_request_duration_seconds_bucket{kind="query",le="${le}"}`;
  expect(lines).toContain(`${bucket("0.001")} 1`);
  expect(lines).toContain(`${bucket("0.0025")} 2`);
  expect(lines).toContain(`${bucket("0.005")} 4`);
  expect(lines).toContain(`${bucket("60")} 4`);
  expect(lines).toContain(`${bucket("+Inf")} 5`);
  expect(lines).toContain('quarry_request_duration_seconds_count{kind="query"} 5');
  const sum = lines.find((line) => line.startsWith('quarry_request_duration_seconds_sum{kind="query"} '))!;
  expect(Number(sum.split(" ")[1])).toBeCloseTo(120.01, 6);
});
