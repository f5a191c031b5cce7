import { startOpenAiServer } from "@quarry/provider-servers";
import { afterAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { makeCliWorld, useFolder } from "./cli-world.ts";

const openai = await startOpenAiServer({ faults: { forbidden: 1 } });
afterAll(() => openai.close());

const folder = useFolder();
const server = useServer({ OPENAI_BASE_URL: `${openai.url}/v1` });
const { quarry, output, json } = makeCliWorld(server, folder);

test("documents retry --failed-by provider reprocesses only documents that failed at their provider", async () => {
  const names = ["herons", "egrets"];
  for (const name of names) {
    await server.api.createCollection(name, { embedding_provider: "provider_a", embedding_api_key: "sk-0123456789" });
    await server.api.ingest({ collection: name, filename: "a.txt", bytes: `A text about ${name}.` });
    await server.api.ingest({ collection: name, filename: "empty.txt", bytes: "" });
  }
  openai.faults.shares = {};
  expect(await json("documents", "retry", "herons", "--failed-by", "provider")).toEqual({ queued: 1 });
  expect(await output("documents", "retry", "--failed-by", "provider")).toContain("document queued for reprocessing");
  for (const name of names) {
    for (const { id } of await server.api.documents(name)) await server.api.settled(name, id);
    const found = await server.api.documents(name);
    expect(found.map(({ filename, status }) => [filename, status])).toEqual([
      ["a.txt", "ready"],
      ["empty.txt", "failed"],
    ]);
  }
  expect(await json("documents", "retry")).toEqual({ queued: 2 });
  expect(await quarry("documents", "retry", "--failed-by", "nobody")).toMatchObject({ code: 2 });
});
