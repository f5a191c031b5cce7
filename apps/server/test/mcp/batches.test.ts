import { beforeAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const PER_MINUTE = 40;

const unlimited = useServer();
const server = useServer({ SERVICE_RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) });

interface RpcAnswer {
  readonly id: number | null;
  readonly result?: { readonly structuredContent?: unknown; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

beforeAll(async () => {
  for (const name of ["birds", "fish", "plants", "stones"]) await server.api.createCollection(name);
});

const makeKey = async (name: string, fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const json = { name, scope: "read", ...fields };
  return (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json })).key;
};

const call = (id: unknown, name: string, args: Readonly<Record<string, unknown>> = {}) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name, arguments: args },
});

const post = (token: string, json: unknown) =>
  server.api.call<RpcAnswer>("POST", "/mcp", {
    ...{ token, json, headers: { accept: "application/json, text/event-stream" } },
  });

/** Returns the responses of a batch, in order. */
const batch = async (token: string, messages: readonly unknown[]): Promise<readonly RpcAnswer[]> => {
  const { status, text } = await post(token, messages);
  expect(status).toBe(200);
  return answersOf(text);
};

const answersOf = (text: string): RpcAnswer[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as RpcAnswer);

const search = (id: number, ...collections: readonly string[]) => call(id, "search", { query: "herons", collections });

/** Maximum number of calls of a key since then: a minute's allowance, plus what was refilled meanwhile. */
const mostCalls = (since: number): number =>
  PER_MINUTE + Math.ceil(((performance.now() - since) * PER_MINUTE) / 60_000);

// Regression: a hundred calls in one request counted as one.
test.each([
  { several: ["birds"], batches: 4 },
  { several: ["birds", "fish", "plants", "stones"], batches: 1 },
])(
  "each call of a batch counts against the rate limit, once per searched collection: $several",
  async ({ several, batches }) => {
    const token = await makeKey(`counted-${several.length}`);
    const begun = performance.now();
    const answers: RpcAnswer[] = [];
    for (let round = 0; round < batches; round += 1) {
      const { status, text } = await post(
        token,
        Array.from({ length: 20 }, (_, at) => search(round * 20 + at, ...several)),
      );
      expect([200, 429]).toContain(status);
      if (status === 200) answers.push(...answersOf(text));
    }
    const answered = answers.filter(({ result }) => result !== undefined);
    // A call that counts as several is admitted while at least one is left.
    expect(answered.length * several.length).toBeLessThan(mostCalls(begun) + several.length);
    expect(answered.length * several.length).toBeGreaterThanOrEqual(PER_MINUTE);
    for (const { error } of answers.filter(({ result }) => result === undefined)) {
      expect(error).toMatchObject({ code: -32_000, message: expect.stringMatching(/^Too many requests: /) });
      expect(error!.data).toEqual({ retry_after: expect.any(Number) });
    }
  },
);

test("a batch of more than 20 messages is rejected", async () => {
  const token = await makeKey("long");
  const answer = await post(
    token,
    Array.from({ length: 21 }, (_, id) => call(id, "list_collections")),
  );
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({
    ...{ jsonrpc: "2.0", id: null },
    error: { code: -32_600, message: "Invalid Request: A batch must have at most 20 messages, got 21" },
  });
});

test("messages of a batch get their responses in order, each the same as on its own", async () => {
  const token = await makeKey("limited", { collections: ["birds"] });
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  const messages = [search(7, "birds"), notification, search(8, "fish"), call("nine", "no_such_tool"), { a: 1 }];
  const answers = await batch(token, messages);
  expect(answers.map(({ id }) => id)).toEqual([7, 8, "nine", null]);
  expect(answers[0]!.result).toMatchObject({ structuredContent: { found: 0 } });
  expect(answers[1]!.result).toMatchObject({ isError: true });
  expect(answers[3]!.error).toMatchObject({ code: -32_600 });
  for (const [index, message] of [search(7, "birds"), search(8, "fish"), call("nine", "no_such_tool")].entries()) {
    const alone = await post(token, message);
    expect(JSON.parse(/^data: (.*)$/m.exec(alone.text)![1]!)).toEqual(answers[index]);
  }
});

test("a batch without a valid message is rejected; one of notifications only is accepted", async () => {
  const token = await makeKey("nothing");
  for (const none of [[], [1], [{ a: 1 }, "x"]]) {
    const { status, body } = await post(token, none);
    expect([status, body.error?.code]).toEqual([400, -32_600]);
  }
  const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
  expect(await post(token, [notification, notification])).toMatchObject({ status: 202, text: "" });
});

test("further calls of a batch are rejected once its responses reach 4 MiB", async () => {
  const { api } = unlimited;
  await api.createCollection("long");
  // Six bytes of JSON for each character, both in the text and in the structured content.
  const chunks = Array.from({ length: 40 }, (_, at) => ({ text: `heron ${at} ${"\u0001".repeat(2_000)}` }));
  const { id } = await api.expect<{ id: string }>(201, "POST", "/v1/collections/long/documents", { json: { chunks } });
  await api.settled("long", id);
  const args = { query: "heron", collections: ["long"], top_k: 40, mode: "keyword" };
  const json = Array.from({ length: 20 }, (_, at) => call(at, "search", args));
  const { text } = await api.call("POST", "/mcp", {
    json,
    headers: { accept: "application/json, text/event-stream" },
  });
  const answers = answersOf(text);
  expect(answers.map((answer) => answer.id)).toEqual(json.map((message) => message.id));
  const refused = answers.filter(({ error }) => error !== undefined);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.error).toMatchObject({ code: -32_000, message: expect.stringContaining("at most 4194304 bytes") });
  const input = answers.filter(({ result }) => result !== undefined).map((answer) => JSON.stringify(answer).length);
  expect(input.slice(0, -1).reduce((sum, length) => sum + length, 0)).toBeLessThan(4_194_304);
});
