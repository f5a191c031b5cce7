import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, test } from "vitest";
import { SOURCE_FLAGS } from "../harness/start-command.ts";
import { connectMcp, type FoundPassages, structuredOf, textOf } from "./mcp-client.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";

const SECRET = "a-secret-for-tests-only";

const ARGUMENTS = [...SOURCE_FLAGS, fileURLToPath(new URL("../../../../packages/mcp/src/main.ts", import.meta.url))];

const server = useSharedServer();

let documentId = "";

beforeAll(async () => {
  await server.api.createCollection("birds", { description: "What we know of birds" });
  const markdown = "# Waders\n\n## Storks\n\nStorks clatter with their bills on the roof.\n";
  documentId = (await server.api.ingest({ collection: "birds", filename: "waders.md", bytes: markdown })).id;
});

/** Connects an official MCP client, which starts the program. */
const connect = async (
  environment: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<Client & AsyncDisposable> => {
  const env = { QUARRY_URL: server.api.address, QUARRY_API_KEY: SECRET, ...environment };
  const client = new Client({ name: "quarry-tests", version: "1.0.0" }, options);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ARGUMENTS, env }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
};

describe("over stdin and stdout", () => {
  test.each<[string, ClientOptions]>([
    ["with a handshake", {}],
    ["without one", { versionNegotiation: { mode: "auto" } }],
  ])("a client %s has the same tools as over HTTP", async (_, options) => {
    await using client = await connect({}, options);
    await using overHttp = await connectMcp(server.api.address, SECRET);
    const { tools } = await client.listTools();
    expect(tools).toEqual((await overHttp.listTools()).tools);
    const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });

    const found = structuredOf<FoundPassages>(
      await call("search", { query: "storks bills", mode: "keyword", top_k: 3, min_score: 0, filters: {} }),
    );
    expect(found.passages[0]).toMatchObject({
      collection: "birds",
      document_id: documentId,
      chunk_index: 0,
      filename: "waders.md",
      section: ["Waders", "Storks"],
      page: null,
    });
    const place = { collection: "birds", document_id: documentId, chunk_index: 0 };
    expect(structuredOf(await call("get_passage", place))).toMatchObject({ total_chunks: 1, filename: "waders.md" });
    expect(structuredOf(await call("list_collections", {}))).toMatchObject({
      collections: [{ name: "birds", description: "What we know of birds", document_count: 1 }],
      total: 1,
    });
    expect(structuredOf(await call("list_documents", { collection: "birds", status: "ready" }))).toMatchObject({
      documents: [{ document_id: documentId, status: "ready", error: null, created_at: expect.stringMatching(/Z$/) }],
      next_offset: null,
    });
    const counted = await call("count_values", { collection: "birds", fields: ["file_type"], filters: {}, limit: 3 });
    expect(structuredOf(counted)).toMatchObject({
      total: 1,
      fields: [{ field: "file_type", values: [{ value: "md", documents: 1 }], min: null, earliest: null }],
    });
  });

  test("errors of the service are returned to the model", async () => {
    await using client = await connect();
    const unknown = await client.callTool({ name: "list_documents", arguments: { collection: "brids" } });
    expect(unknown.isError).toBe(true);
    expect(textOf(unknown)).toContain('collection "brids" does not exist');
    expect(textOf(unknown)).toContain("Collections that this key can see: birds");
  });

  test("a wrong key and an unreachable service are reported without revealing the key", async () => {
    for (const environment of [{ QUARRY_API_KEY: "nobodys-key" }, { QUARRY_URL: "http://127.0.0.1:1" }]) {
      await using client = await connect(environment);
      const answer = await client.callTool({ name: "list_collections", arguments: {} });
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/\w/);
      expect(textOf(answer)).not.toContain("Internal server error");
      expect(textOf(answer)).not.toContain("nobodys-key");
    }
  });
});

describe("the program", () => {
  const run = (environment: Record<string, string>, ...more: readonly string[]) =>
    new Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>((resolve) => {
      const child = spawn(process.execPath, [...ARGUMENTS, ...more], { env: environment });
      let [stdout, stderr] = ["", ""];
      child.stdout.on("data", (text) => (stdout += text));
      child.stderr.on("data", (text) => (stderr += text));
      child.once("close", (code) => resolve({ code, stdout, stderr }));
      child.stdin.end();
    });

  test("reports missing and invalid settings, and exits when stdin ends", async () => {
    const key = { QUARRY_API_KEY: "k" };
    const [missing, wrong, help, unknown, ended] = await Promise.all([
      run({}),
      run({ ...key, QUARRY_URL: "ftp://x" }),
      run({}, "--help"),
      run({}, "--port"),
      run(key),
    ]);
    expect(missing).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("QUARRY_API_KEY: must be") });
    expect(wrong).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("QUARRY_URL: must be") });
    expect(help).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("QUARRY_API_KEY") });
    expect(unknown).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--port") });
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});
