import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { useServer } from "../harness/test-server.ts";

const server = useServer();

interface Period {
  readonly query_count: number;
  readonly avg_latency_ms: number;
  readonly avg_score: number;
  readonly avg_result_count: number;
}

interface Analytics {
  readonly collection: string;
  readonly period_24h: Period;
  readonly period_7d: Period;
  readonly period_30d: Period;
  readonly top_queries: readonly { readonly query: string; readonly count: number }[];
}

interface Detail {
  readonly hours: readonly (Period & { readonly start: string; readonly empty_count: number })[];
  readonly empty_queries: Analytics["top_queries"];
}

const analytics = async (name: string): Promise<Analytics> =>
  (await server.api.call<Analytics>("GET", `/v1/collections/${name}/analytics`)).body;

const NOTHING: Period = { query_count: 0, avg_latency_ms: 0, avg_score: 0, avg_result_count: 0 };

test("single, multi and batch queries are counted per collection, and the counts survive a restart", async () => {
  await server.api.createCollection("pumps");
  await server.api.createCollection("valves");
  await server.api.ingest({ collection: "pumps", filename: "pump.txt", bytes: "The pump moves water uphill." });
  expect(await analytics("valves")).toEqual({
    collection: "valves",
    period_24h: NOTHING,
    period_7d: NOTHING,
    period_30d: NOTHING,
    top_queries: [],
  });
  const { results } = await server.api.query("pumps", { query: "pump water", search_mode: "keyword" });
  await server.api.call("POST", "/v1/query", { json: { query: "pump water", collections: ["pumps", "valves"] } });
  await server.api.call("POST", "/v1/batch/query", { json: { queries: [{ collection: "pumps", query: "uphill" }] } });
  const counted = await until("the queries to be counted", async () => {
    const read = await analytics("pumps");
    return read.period_24h.query_count === 3 ? read : undefined;
  });
  expect(counted.top_queries).toEqual([
    { query: "pump water", count: 2 },
    { query: "uphill", count: 1 },
  ]);
  expect(counted.period_24h.avg_result_count).toBe(1);
  expect(counted.period_24h.avg_latency_ms).toBeGreaterThan(0);
  expect(counted.period_24h.avg_score).toBeGreaterThan(0);
  expect(counted.period_24h.avg_score).toBeLessThanOrEqual(1);
  expect(results.length).toBe(1);
  expect((await analytics("valves")).top_queries).toEqual([{ query: "pump water", count: 1 }]);
  await server.current.restart();
  expect(await analytics("pumps")).toEqual(counted);
});

test("an unknown collection returns 404", async () => {
  const answer = await server.api.call("GET", "/v1/collections/none/analytics");
  expect([answer.status, answer.body]).toEqual([404, { detail: expect.stringContaining('"none"'), code: "not_found" }]);
});

test("facets and searches in the console are not counted, but queries with its key are", async () => {
  await server.api.createCollection("tried");
  await server.api.ingest({ collection: "tried", filename: "pump.txt", bytes: "The pump moves water." });
  const opened = await server.api.call("POST", "/console/trpc/session.open", {
    json: { key: server.current.secret },
    token: null,
  });
  const cookie = opened.headers.get("set-cookie")!.split(";", 1)[0]!;
  const inConsole = { token: null, headers: { cookie } };
  const one = { query: "pump", search_mode: "keyword" };
  const calls: readonly (readonly [string, object, object])[] = [
    ["/console/api/v1/collections/tried/query", one, inConsole],
    ["/console/api/v1/query", { ...one, collections: ["tried"] }, inConsole],
    ["/console/api/v1/batch/query", { queries: [{ ...one, collection: "tried" }] }, inConsole],
    ["/v1/collections/tried/facets", { fields: ["filename"], query: "pump" }, {}],
    // Runs last, so that all other queries have been counted by then.
    ["/v1/collections/tried/query", { ...one, query: "water" }, {}],
  ];
  for (const [path, json, caller] of calls) {
    expect((await server.api.call("POST", path, { json, ...caller })).status).toBe(200);
  }
  await until("the query to be counted", async () => {
    const { top_queries: requested } = await analytics("tried");
    return requested.some(({ query }) => query === "water") ? true : undefined;
  });
  expect(await analytics("tried")).toMatchObject({
    period_24h: { query_count: 1 },
    top_queries: [{ query: "water", count: 1 }],
  });
});

test("detail=true adds hourly figures and queries without results", async () => {
  await server.api.createCollection("gaskets");
  await server.api.ingest({ collection: "gaskets", filename: "gasket.txt", bytes: "A gasket seals the pump." });
  const ask = (query: string) => server.api.query("gaskets", { query, search_mode: "keyword" });
  await ask("gasket");
  await ask("zeppelin");
  await ask("zeppelin");
  await ask("unicycle");
  await until("the queries to be counted", async () => {
    const read = await analytics("gaskets");
    return read.period_24h.query_count === 4 ? read : undefined;
  });
  // Requested only now: a response combines several reads, and the queries could be counted between two of them.
  const path = "/v1/collections/gaskets/analytics?detail=true";
  const { body } = await server.api.call<Analytics & { readonly detail: Detail }>("GET", path);
  const { detail, ...rest } = body;
  expect(rest).toEqual(await analytics("gaskets"));
  const sum = (field: "query_count" | "empty_count") => detail.hours.reduce((total, hour) => total + hour[field], 0);
  expect([sum("query_count"), sum("empty_count")]).toEqual([4, 3]);
  for (const { start, avg_latency_ms } of detail.hours) {
    expect(start).toMatch(/T\d\d:00:00/);
    expect(avg_latency_ms).toBeGreaterThan(0);
  }
  expect(detail.empty_queries).toEqual([
    { query: "zeppelin", count: 2 },
    { query: "unicycle", count: 1 },
  ]);
});
