import { startCohereServer, textVector } from "@quarry/provider-servers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { embed, failure, KEY, open } from "./open-embedder.ts";

const server = await startCohereServer();
afterAll(() => server.close());
beforeEach(() => server.record.clear());
const lastCall = () => server.record.calls.at(-1)!;

test("requests state the input type and have no SDK headers", async () => {
  const embedder = await open({ baseUrl: server.url });
  const { vectors } = await embed(embedder, { texts: ["herons"] });
  expect(vectors).toEqual([textVector("herons", 1024)]);
  const { body, headers, path } = lastCall();
  expect(path).toBe("/v2/embed");
  expect(body).toEqual({
    model: "embed-english-v3.0",
    texts: ["herons"],
    input_type: "search_document",
    embedding_types: ["float"],
    truncate: "END",
  });
  expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, "user-agent": "Quarry" });
  expect(Object.keys(headers).filter((name) => name.includes("fern"))).toEqual([]);
  await embed(embedder, { inputType: "query" });
  expect(lastCall().body).toMatchObject({ input_type: "search_query" });
});

test("embed-v4.0 gets the output dimension; an unsupported one is rejected without a request", async () => {
  const embedder = await open({ baseUrl: server.url });
  await embed(embedder, { model: "embed-v4.0", dimension: 512 });
  expect(lastCall().body).toMatchObject({ output_dimension: 512 });
  const error = await failure(embedder, { model: "embed-v4.0", dimension: 700 });
  expect(error.reason).toBe("invalid");
  expect(error.message).toBe('dimension is 700; for the model "embed-v4.0" it may be 256, 512, 1024, 1536');
  expect(server.record.calls).toHaveLength(1);
});

test.each(["", "/", "/v1", "/v2/"])("the base URL may end with %j", async (end) => {
  await embed(await open({ baseUrl: `${server.url}${end}` }));
  expect(lastCall().path).toBe("/v2/embed");
});

test("environment variables are ignored", async () => {
  const names = { CO_API_KEY: "co-env", CO_API_URL: "http://127.0.0.1:1", COHERE_API_KEY: "co-env" };
  Object.assign(process.env, names);
  try {
    const keyless = await startCohereServer({ keys: [] });
    await embed(await open({ baseUrl: keyless.url, credential: "optional" }), { credential: undefined });
    expect(keyless.record.calls[0]!.headers.authorization).toBeUndefined();
    await keyless.close();
  } finally {
    for (const name of Object.keys(names)) delete process.env[name];
  }
});
