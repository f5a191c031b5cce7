import { SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { libraryFile } from "../fixtures/library.ts";
import type { Answer } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";

// Requests as LibreChat sends them to its rag_api.

const SECRET = "the-jwt-secret-of-librechat";
const server = useServer({ SERVICE_LIBRECHAT_JWT_SECRET: SECRET, SERVICE_LOG_LEVEL: "error" });

const tokenOf = (id: unknown, { secret = SECRET, lifetime = "5m" } = {}): Promise<string> =>
  new SignJWT({ id } as never)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(new TextEncoder().encode(secret));

const users = { ada: "", bob: "" };

beforeAll(async () => {
  users.ada = await tokenOf("ada");
  users.bob = await tokenOf("bob");
});

interface Embedded {
  readonly status: boolean;
  readonly message: string;
  readonly file_id: string;
  readonly filename: string;
  readonly known_type: boolean;
  readonly detail: string;
}

interface Passage {
  readonly page_content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

type Pairs = readonly (readonly [Passage, number])[] & { readonly detail: string };

const call = <Body>(token: string | null, method: string, path: string, options = {}): Promise<Answer<Body>> =>
  server.api.call<Body>(method, `/librechat${path}`, { token, ...options });

/** Fields in LibreChat's order: the entity follows the file. */
const embed = (token: string, fileId: string, filename: string, bytes: string | Uint8Array, entityId?: string) => {
  const body = new FormData();
  body.append("file_id", fileId);
  body.append("file", new Blob([bytes as string]), filename);
  if (entityId !== undefined) body.append("entity_id", entityId);
  return call<Embedded>(token, "POST", "/embed", { body });
};

const query = (token: string, fileId: string, more: object = {}) =>
  call<Pairs>(token, "POST", "/query", { json: { query: "Where do herons wait?", file_id: fileId, k: 5, ...more } });

const HERONS = "Herons stand in shallow water and wait for fish.";

test("before the first file, queries and the list of ids are empty without an error", async () => {
  expect(await call(null, "GET", "/health")).toMatchObject({ status: 200, body: { status: "UP" } });
  expect((await query(users.ada, "nothing")).body).toEqual([]);
  expect((await call(users.ada, "GET", "/ids")).body).toEqual([]);
  expect((await call(users.ada, "GET", "/documents?ids=nothing")).status).toBe(404);
});

describe("a user's files", () => {
  test("are searchable as soon as embed has returned", async () => {
    const { status, body } = await embed(users.ada, "file-1", "herons.txt", HERONS);
    expect([status, body]).toEqual([
      200,
      {
        ...{ status: true, message: "File processed successfully.", file_id: "file-1" },
        ...{ filename: "herons.txt", known_type: true },
      },
    ]);
    const [first] = (await query(users.ada, "file-1")).body;
    expect(first![0]).toEqual({
      page_content: HERONS,
      metadata: {
        file_id: "file-1",
        user_id: "ada",
        source: "herons.txt",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(first![1]).toBeGreaterThanOrEqual(0);
    expect(first![1]).toBeLessThan(1);
  });

  test("are listed, read as chunks and as text, and deleted", async () => {
    const { filename, bytes } = await libraryFile("quarry-handbook.pdf");
    expect((await embed(users.ada, "file-2", filename, bytes as Uint8Array)).body.status).toBe(true);
    expect((await call<string[]>(users.ada, "GET", "/ids")).body.toSorted()).toEqual(["file-1", "file-2"]);
    const chunks = await call<readonly Passage[]>(users.ada, "GET", "/documents?ids=file-2&ids=file-1");
    expect(new Set(chunks.body.map(({ metadata }) => metadata["file_id"]))).toEqual(new Set(["file-1", "file-2"]));
    expect(chunks.body.some(({ metadata }) => metadata["page"] === 1)).toBe(true);
    const context = await call<string>(users.ada, "GET", "/documents/file-1/context");
    expect(context.body).toBe(HERONS);
    expect((await call(users.ada, "GET", "/documents?ids=file-2&ids=missing")).status).toBe(404);
    expect((await call(users.ada, "DELETE", "/documents", { json: ["file-2", "missing"] })).status).toBe(404);
    const deleted = await call<{ message: string }>(users.ada, "DELETE", "/documents", { json: ["file-2"] });
    expect([deleted.status, deleted.body.message]).toEqual([200, "Documents for 1 file deleted successfully"]);
    expect((await call<string[]>(users.ada, "GET", "/ids")).body).toEqual(["file-1"]);
    expect((await query(users.ada, "file-2")).body).toEqual([]);
  });

  test("are queried together, with 404 if nothing is found", async () => {
    await embed(users.ada, "file-3", "glaciers.md", "A glacier moves downhill under its own weight.");
    const several = (ids: readonly string[]) =>
      call<Pairs>(users.ada, "POST", "/query_multiple", { json: { query: "herons and glaciers", file_ids: ids } });
    const found = await several(["file-1", "file-3"]);
    expect(new Set(found.body.map(([{ metadata }]) => metadata["file_id"]))).toEqual(new Set(["file-1", "file-3"]));
    const none = await several(["missing"]);
    expect([none.status, none.body.detail]).toEqual([404, "No documents found for the given query"]);
  });

  test("are replaced by a later file with the same id", async () => {
    expect((await embed(users.ada, "file-3", "rivers.md", "A river flows into the sea.")).body.status).toBe(true);
    expect((await call<string>(users.ada, "GET", "/documents/file-3/context")).body).toBe(
      "A river flows into the sea.",
    );
    expect((await call<string[]>(users.ada, "GET", "/ids")).body.toSorted()).toEqual(["file-1", "file-3"]);
  });

  test("can be ingested by embed-upload, and read by text without being stored", async () => {
    const form = (field: string, filename: string, bytes: string) => {
      const body = new FormData();
      body.append(field, new Blob([bytes]), filename);
      body.append("file_id", "file-4");
      return { body };
    };
    const uploaded = await call<Embedded>(
      users.ada,
      "POST",
      "/embed-upload",
      form("uploaded_file", "a.md", "Some text."),
    );
    expect(uploaded.body.status).toBe(true);
    const text = await call<{ text: string }>(users.ada, "POST", "/text", form("file", "b.md", "Other text."));
    expect(text.body).toEqual({ text: "Other text.", file_id: "file-4", filename: "b.md", known_type: true });
    expect((await call<string>(users.ada, "GET", "/documents/file-4/context")).body).toBe("Some text.");
  });

  test("that can't be read fail, and leave nothing behind", async () => {
    const broken = await embed(users.ada, "broken", "broken.pdf", "%PDF-1.7 no");
    expect([broken.status, broken.body.status]).toEqual([200, false]);
    expect(broken.body.message.length).toBeGreaterThan(0);
    expect((await call<string[]>(users.ada, "GET", "/ids")).body).not.toContain("broken");
    const unknown = await embed(users.ada, "unknown", "a.exe", "MZ");
    expect([unknown.status, unknown.body.detail]).toEqual([400, expect.stringContaining("a.exe")]);
    const nameless = await call(users.ada, "POST", "/embed", { body: new FormData() });
    expect(nameless.status).toBe(400);
  });
});

describe("isolation between users", () => {
  const theirs = ["file-1"];

  test("another user's files are inaccessible by every route", async () => {
    expect((await query(users.bob, "file-1")).body).toEqual([]);
    expect((await query(users.bob, "file-1", { entity_id: "ada" })).body).toEqual([]);
    expect((await call<string[]>(users.bob, "GET", "/ids")).body).toEqual([]);
    for (const [method, path, options] of [
      ["GET", "/documents?ids=file-1", {}],
      ["GET", "/documents/file-1/context", {}],
      ["DELETE", "/documents", { json: theirs }],
      ["POST", "/query_multiple", { json: { query: "herons", file_ids: theirs } }],
    ] as const) {
      const answer = await call(users.bob, method, path, options);
      expect(answer.status, path).toBe(404);
      expect(answer.text).not.toContain("erons");
    }
    const taken = await embed(users.bob, "file-1", "mine.md", "Bob's own.");
    expect(taken.status).toBe(409);
    expect((await query(users.ada, "file-1")).body[0]![0].page_content).toBe(HERONS);
  });

  test("an entity's files are searchable only in requests that name the entity", async () => {
    expect((await embed(users.ada, "of-agent", "agent.md", "The agent knows of otters.", "agent-7")).body.status).toBe(
      true,
    );
    expect((await query(users.bob, "of-agent", { entity_id: "agent-7" })).body).toHaveLength(1);
    expect((await query(users.bob, "of-agent")).body).toEqual([]);
    expect((await query(users.bob, "of-agent", { entity_id: "agent-8" })).body).toEqual([]);
    expect((await call(users.bob, "DELETE", "/documents", { json: ["of-agent"] })).status).toBe(404);
    expect((await call(users.ada, "DELETE", "/documents", { json: ["of-agent"] })).status).toBe(200);
  });

  test("LibreChat tokens are rejected elsewhere, as are API keys and invalid tokens on LibreChat routes", async () => {
    for (const [method, path] of [
      ["GET", "/v1/collections/librechat"],
      ["POST", "/v1/collections/librechat/query"],
      ["GET", "/v1/auth/whoami"],
    ] as const) {
      expect(
        (await server.api.call(method, path, { token: users.ada, ...(method === "POST" && { json: {} }) })).status,
      ).toBe(401);
    }
    expect((await server.api.call("GET", "/librechat/ids")).status).toBe(401);
    expect((await call(null, "GET", "/ids")).status).toBe(401);
    const wrong = await Promise.all([
      tokenOf("ada", { secret: "another-secret" }),
      tokenOf("ada", { lifetime: "-1m" }),
      tokenOf(""),
      tokenOf(7),
      tokenOf({ $in: ["ada"] }),
    ]);
    for (const token of wrong) expect((await call(token, "GET", "/ids")).status).toBe(401);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${wrong[0]!.split(".")[1]}.`;
    expect((await call(unsigned, "GET", "/ids")).status).toBe(401);
  });
});

test("invalid requests return 400 and name the field", async () => {
  for (const [more, detail] of [
    [{ query: "" }, /^query/],
    [{ query: 7 }, /^query/],
    [{ file_id: null }, /^file_id/],
    [{ file_id: { $ne: "x" } }, /^file_id/],
    [{ k: 0 }, /^k/],
    [{ k: "many" }, /^k/],
    [{ entity_id: { $exists: true } }, /^entity_id/],
  ] as const) {
    const answer = await query(users.ada, "file-1", more);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
  }
  expect((await call(users.ada, "DELETE", "/documents", { json: {} })).status).toBe(400);
  expect((await call(users.ada, "DELETE", "/documents", { json: [] })).status).toBe(400);
  expect((await call(users.ada, "GET", "/documents")).status).toBe(400);
});
