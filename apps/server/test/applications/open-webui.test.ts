import { beforeAll, describe, expect, test } from "vitest";
import { libraryFile } from "../fixtures/library.ts";
import { useServer } from "../harness/test-server.ts";

// Requests as Open WebUI 0.12 sends them to an external document loader and to an external web search.

const server = useServer({ SERVICE_OPEN_WEBUI: "true", SERVICE_LOG_LEVEL: "error" });

interface Page {
  readonly page_content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const keys = { writer: "", bounded: "", limited: "", reader: "" };

const makeKey = async (name: string, fields: object): Promise<string> =>
  (await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json: { name, ...fields } })).key;

const load = (filename: string, bytes: Uint8Array | string, token?: string) =>
  server.api.call<readonly Page[] & { readonly detail: string }>("PUT", "/open-webui/process", {
    body: bytes as Uint8Array<ArrayBuffer> | string,
    headers: { "content-type": "application/octet-stream", "x-filename": encodeURIComponent(filename) },
    ...(token !== undefined && { token }),
  });

beforeAll(async () => {
  keys.writer = await makeKey("writer", { scope: "write" });
  keys.bounded = await makeKey("bounded", { scope: "write", filter: { acl: "one" } });
  keys.limited = await makeKey("limited", { scope: "write", collections: ["manuals"] });
  keys.reader = await makeKey("reader", { scope: "read" });
  await server.api.createCollection("manuals", { default_search_mode: "keyword" });
  await server.api.createCollection("others", { default_search_mode: "keyword" });
  for (const acl of ["one", "two"]) {
    const file = { filename: `${acl}.md`, bytes: `The quarterly figures of ${acl}.`, metadata: { acl } };
    await server.api.ingest({ collection: "manuals", ...file });
  }
});

describe("the document loader", () => {
  test("returns the text of a file with a percent-encoded name, and stores nothing", async () => {
    const answer = await load("Übersicht 2026.md", "# Figures\n\nThe first.\n\nThe second.", keys.writer);
    expect([answer.status, answer.body]).toEqual([
      200,
      [
        {
          page_content: expect.stringMatching(/Figures[\s\S]*The first\.[\s\S]*The second\./) as string,
          metadata: { source: "Übersicht 2026.md", filename: "Übersicht 2026.md" },
        },
      ],
    ]);
    const { documents } = await server.api.expect<{ documents: { total: number } }>(200, "GET", "/v1/stats");
    expect(documents.total).toBe(2);
  });

  test("returns the pages of a PDF separately", async () => {
    const { filename, bytes } = await libraryFile("quarry-handbook.pdf");
    const { status, body } = await load(filename, bytes as Uint8Array);
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(1);
    expect(body.map(({ metadata }) => metadata["page"])).toEqual(body.map((_, index) => index + 1));
    for (const { page_content: text } of body) expect(text.length).toBeGreaterThan(0);
  });

  test("returns the complete text of a long file", async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `word${index}`).join(" ");
    const { body } = await load("long.txt", words);
    expect(body[0]!.page_content.split(/\s+/)).toEqual(words.split(" "));
  });

  test("rejects unreadable, empty and unnamed files", async () => {
    expect((await load("a.exe", "MZ")).status).toBe(400);
    expect((await load("a.md", "")).body.detail).toMatch(/empty/);
    expect((await load("a.pdf", "%PDF-1.7 no")).status).toBe(400);
    expect((await load("a.txt", "  \n ")).status).toBe(400);
    const unnamed = await server.api.call("PUT", "/open-webui/process", { body: "text" });
    expect([unnamed.status, unnamed.body.detail]).toEqual([400, "X-Filename: is required"]);
  });

  test("requires a key with write access, as an upload does", async () => {
    expect((await load("a.md", "text", keys.reader)).status).toBe(403);
    expect((await load("a.md", "text", "qk_nobodys")).status).toBe(401);
    expect((await load("a.md", "text", keys.bounded)).status).toBe(200);
  });
});

describe("the search", () => {
  const search = (json: unknown, token?: string, collection = "manuals") =>
    server.api.call<readonly { link: string; title: string; snippet: string }[]>(
      "POST",
      `/open-webui/search/${collection}`,
      {
        json,
        ...(token !== undefined && { token }),
      },
    );

  test("returns links, titles and snippets", async () => {
    const { status, body } = await search({ query: "quarterly figures", count: 5 });
    expect(status).toBe(200);
    expect(body.map(({ title }) => title).toSorted()).toEqual(["one.md", "two.md"]);
    for (const { link, snippet } of body) {
      expect(link).toMatch(/^urn:uuid:/);
      expect(snippet).toContain("quarterly figures");
    }
    expect((await search({ query: "quarterly", count: 1 })).body).toHaveLength(1);
  });

  test("returns only results that the key may see, and rejects invalid requests", async () => {
    expect((await search({ query: "figures" }, keys.bounded)).body.map(({ title }) => title)).toEqual(["one.md"]);
    expect((await search({ query: "figures" }, keys.limited, "others")).status).toBe(403);
    expect((await search({ query: "figures" }, undefined, "nowhere")).status).toBe(404);
    for (const bad of [{}, { query: "" }, { query: 7 }, { query: "a", count: 0 }, { query: "a", count: "3" }, []]) {
      expect((await search(bad)).status, JSON.stringify(bad)).toBe(400);
    }
  });
});
