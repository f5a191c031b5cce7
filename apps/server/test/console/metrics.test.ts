import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

const sha256 = (token: string) => createHash("sha256").update(token).digest("hex");
const directory = mkdtempSync(join(tmpdir(), "quarry-metrics-"));
const configFile = join(directory, "quarry.config.json");
const apiKeys = {
  scraper: { scope: "read", sha256: sha256("scraper-token") },
  limited: { scope: "admin", collections: ["mine"], sha256: sha256("limited-token") },
};
writeFileSync(configFile, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(directory, { recursive: true }));

const server = useServer({ SERVICE_CONFIG: configFile, SERVICE_CONSOLE: "false" });

const scrape = (token: string | null = "scraper-token") => server.api.call("GET", "/metrics", { token });

/** Returns the value of a sample by its full name, or undefined if there is none. */
const sample = async (name: string): Promise<number | undefined> => {
  const line = (await scrape()).text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

beforeAll(async () => {
  await server.api.createCollection("mine");
  await server.api.ingest({ collection: "mine", filename: "pump.txt", bytes: "The pump needs a gasket." });
  await server.api.query("mine", { query: "gasket" });
  await server.api.badQuery("mine", { query: "gasket", top_k: -1 });
});

test("/metrics reports requests, durations, stored data and dependencies, also without the console", async () => {
  const answer = await scrape();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  // Every line is a comment or a sample, as a scraper parses them.
  const sampleLine = /^[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? -?\d[\d.e+-]*$/;
  const lines = answer.text.split("\n").slice(0, -1);
  expect(lines.filter((line) => !line.startsWith("# ") && !sampleLine.test(line))).toEqual([]);
  expect(await sample('quarry_requests_total{kind="query",outcome="answered"}')).toBe(1);
  expect(await sample('quarry_requests_total{kind="query",outcome="refused"}')).toBe(1);
  expect(await sample('quarry_request_duration_seconds_count{kind="upload"}')).toBe(1);
  expect(await sample('quarry_dependency_up{kind="database",name="sqlite"}')).toBe(1);
  expect(await sample("quarry_disk_free_bytes")).toBeGreaterThan(0);
  expect(await sample("quarry_disk_reserve_bytes")).toBe(8 * 1_048_576);
  await until("the document to be counted", async () =>
    (await sample('quarry_documents{status="ready"}')) === 1 ? true : undefined,
  );
  expect(await sample('quarry_ingest_runs_total{outcome="completed"}')).toBe(1);
});

test("the monitoring guide lists every metric, and no other", async () => {
  const guide = readFileSync(new URL("../../../../docs/guides/monitoring.md", import.meta.url), "utf8");
  const named = [...guide.matchAll(/^\| `([a-z_]+)`/gm)].map(([, name]) => name);
  const reported = [...(await scrape()).text.matchAll(/^# TYPE ([a-z_]+) /gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(reported.toSorted());
});

test("/metrics requires a key for all collections", async () => {
  expect((await scrape(null)).status).toBe(401);
  expect((await scrape("nobody")).status).toBe(401);
  expect((await scrape("limited-token")).status).toBe(403);
  expect((await server.api.call("POST", "/metrics")).status).toBe(405);
});
