import { beforeAll, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

// Requests as Dify sends them to an external knowledge base, according to its documentation and code.

const server = useServer({ SERVICE_DIFY: "true", SERVICE_LOG_LEVEL: "error" });

interface DifyAnswer {
  readonly records: readonly { content: string; score: number; title: string; metadata: Record<string, unknown> }[];
  readonly error_code: number;
  readonly error_msg: string;
}

let id = "";
let otherId = "";
let bounded = "";
let limited = "";

const QUERY = "quarterly figures";
const SETTING = { top_k: 5, score_threshold: 0.0 };

const retrieve = (fields: object, token?: string) =>
  server.api.call<DifyAnswer>("POST", "/dify/retrieval", {
    json: { knowledge_id: "manuals", query: QUERY, retrieval_setting: SETTING, ...fields },
    ...(token !== undefined && { token }),
  });

const titlesFor = async (condition: object): Promise<readonly string[]> => {
  const answer = await retrieve({ metadata_condition: condition });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.records.map(({ title }) => title).toSorted();
};

const makeKey = async (name: string, fields: object): Promise<string> =>
  (
    await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", {
      json: { name, scope: "read", ...fields },
    })
  ).key;

beforeAll(async () => {
  const { api } = server;
  id = (await api.createCollection("manuals", { default_search_mode: "keyword" })).id;
  otherId = (await api.createCollection("others")).id;
  const files = [
    ["alpha.md", { acl: "one", year: 2019, team: "cooling", day: "2024-03-11" }],
    ["beta.md", { acl: "one", year: 2024, team: "coolness", day: "2024-04-01" }],
    ["gamma.md", { acl: "two", year: 2024, tags: ["pump"] }],
  ] as const;
  for (const [filename, metadata] of files) {
    await api.ingest({
      collection: "manuals",
      filename,
      bytes: `The quarterly figures, as ${filename} has them.`,
      metadata,
    });
  }
  await api.ingest({ collection: "others", filename: "secret.md", bytes: "The quarterly figures of the others." });
  bounded = await makeKey("bounded", { filter: { acl: "one" } });
  limited = await makeKey("limited", { collections: ["manuals"] });
});

test("returns records of a knowledge base by the collection's name or id", async () => {
  for (const knowledge_id of ["manuals", id]) {
    const answer = await retrieve({ knowledge_id });
    expect(answer.status).toBe(200);
    expect(answer.body.records).toHaveLength(3);
    for (const { content, score, metadata, title } of answer.body.records) {
      expect(content).toContain(title);
      expect(score >= 0 && score <= 1).toBe(true);
      expect(metadata).toMatchObject({ document_id: expect.any(String), filename: title, chunk_index: 0 });
    }
  }
  const best = await retrieve({ retrieval_setting: { top_k: 1, score_threshold: 0.2 } });
  expect(best.body.records).toHaveLength(1);
  expect((await retrieve({ query: "unheardof" })).body).toEqual({ records: [] });
  expect(
    (await retrieve({ retrieval_setting: { top_k: 5, score_threshold: 1 }, query: "figures of beta" })).status,
  ).toBe(200);
});

test("a registration request without a body and with a valid key returns 400, not 403 or 404", async () => {
  const answer = await server.api.call<DifyAnswer>("POST", "/dify/retrieval", { token: limited });
  expect([answer.status, answer.body]).toEqual([
    400,
    { error_code: 400, error_msg: expect.stringMatching(/^knowledge_id: is required/) },
  ]);
});

describe("metadata conditions", () => {
  const one = (name: string, comparison_operator: string, value?: unknown) => ({
    logical_operator: "and",
    conditions: [{ name, comparison_operator, ...(value !== undefined && { value }) }],
  });

  test.each([
    ["contains", "team", "cool", ["alpha.md", "beta.md"]],
    ["not contains", "team", "ness", ["alpha.md", "gamma.md"]],
    ["start with", "team", "cooli", ["alpha.md"]],
    ["start with", "team", "cool", ["alpha.md", "beta.md"]],
    ["is", "team", "cooling", ["alpha.md"]],
    ["is not", "team", "cooling", ["beta.md", "gamma.md"]],
    ["in", "team", ["cooling", "heating"], ["alpha.md"]],
    ["in", "team", "heating, coolness", ["beta.md"]],
    ["not in", "team", ["cooling"], ["beta.md", "gamma.md"]],
    ["empty", "team", undefined, ["gamma.md"]],
    ["not empty", "team", undefined, ["alpha.md", "beta.md"]],
    ["=", "year", "2019", ["alpha.md"]],
    ["≠", "year", 2019, ["beta.md", "gamma.md"]],
    [">", "year", 2019, ["beta.md", "gamma.md"]],
    ["≥", "year", "2019", ["alpha.md", "beta.md", "gamma.md"]],
    ["<", "year", 2024, ["alpha.md"]],
    ["≤", "year", 2019.0, ["alpha.md"]],
    ["before", "day", "2024-03-20", ["alpha.md"]],
    ["after", "day", "2024-03-20T10:00:00Z", ["beta.md"]],
    ["contains", "tags", "pump", ["gamma.md"]],
  ])("operator %s on %s with %j", async (operator, name, value, titles) => {
    expect(await titlesFor(one(name, operator, value))).toEqual(titles);
  });

  test("are combined by the logical operator, and ignored if empty", async () => {
    const conditions = [
      { name: "team", comparison_operator: "is", value: "cooling" },
      { name: "year", comparison_operator: ">", value: 2020 },
    ];
    expect(await titlesFor({ logical_operator: "or", conditions })).toEqual(["alpha.md", "beta.md", "gamma.md"]);
    expect(await titlesFor({ conditions })).toEqual([]);
    expect(await titlesFor({ logical_operator: "and", conditions: [] })).toHaveLength(3);
    expect((await retrieve({ metadata_condition: null })).body.records).toHaveLength(3);
  });

  test.each([
    [one("team", "end with", "ing"), /comparison_operator: must be one of contains, .*got "end with"/],
    [one("$or", "is", "x"), /conditions\[0\]\.name/],
    [one("year", ">", "many"), /conditions\[0\]\.value: must be a number, got "many"/],
    [one("team", "is"), /conditions\[0\]\.value: .*got nothing/],
    [one("team", "in", [{}]), /conditions\[0\]\.value/],
    [{ logical_operator: "xor", conditions: [] }, /logical_operator/],
    [{ conditions: {} }, /conditions: must be an array/],
    [[], /metadata_condition: must be an object/],
  ])("rejects %j", async (metadata_condition, message) => {
    const answer = await retrieve({ metadata_condition });
    expect([answer.status, answer.body.error_code]).toEqual([400, 400]);
    expect(answer.body.error_msg).toMatch(message);
  });
});

test("keys retrieve only permitted documents and collections, by name and by id", async () => {
  expect((await retrieve({}, bounded)).body.records.map(({ title }) => title).toSorted()).toEqual([
    "alpha.md",
    "beta.md",
  ]);
  const escape = { conditions: [{ name: "acl", comparison_operator: "is", value: "two" }] };
  expect((await retrieve({ metadata_condition: escape }, bounded)).body).toEqual({ records: [] });
  const byName = await retrieve({ knowledge_id: "others" }, limited);
  expect([byName.status, byName.body.error_code]).toEqual([403, 1002]);
  const byId = await retrieve({ knowledge_id: otherId }, limited);
  const unknown = await retrieve({ knowledge_id: "00000000-0000-4000-8000-000000000000" });
  expect([byId.status, byId.body.error_code]).toEqual([404, 2001]);
  expect([unknown.status, unknown.body.error_code]).toEqual([404, 2001]);
  expect((await retrieve({ knowledge_id: id }, limited)).body.records).toHaveLength(3);
});

test("errors use Dify's response body", async () => {
  const { api } = server;
  const without = await api.call<DifyAnswer>("POST", "/dify/retrieval", { json: {}, token: null });
  expect([without.status, without.body]).toEqual([401, { error_code: 1001, error_msg: expect.any(String) }]);
  const wrong = await api.call<DifyAnswer>("POST", "/dify/retrieval", { json: {}, token: "qk_nobodys" });
  expect([wrong.status, wrong.body.error_code]).toEqual([401, 1002]);
  expect((await retrieve({ knowledge_id: "nowhere" })).body.error_code).toBe(2001);
  for (const bad of [
    { query: "" },
    { retrieval_setting: null },
    { retrieval_setting: { top_k: 0 } },
    { retrieval_setting: { top_k: 1.5 } },
    { retrieval_setting: { top_k: 3, score_threshold: 2 } },
  ]) {
    expect((await retrieve(bad)).status, JSON.stringify(bad)).toBe(400);
  }
  const large = await api.call<DifyAnswer>("POST", "/dify/retrieval", { body: "x".repeat(1_100_000) });
  expect(large.status).toBe(413);
});
