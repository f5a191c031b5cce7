import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Failure } from "../harness/api.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

const KEYS = "/v1/admin/keys";

interface Key {
  readonly name: string;
  readonly scope: string;
  readonly collections: readonly string[] | null;
  readonly source: string;
  readonly state: string;
  readonly created_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly key?: string;
}

const directory = mkdtempSync(join(tmpdir(), "quarry-keys-"));
const configFile = join(directory, "quarry.config.json");
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
const apiKeys = {
  writer: { scope: "write", sha256: digestOf("writer-token") },
  limited: { scope: "admin", collections: ["mine"], sha256: digestOf("limited-token") },
  administrator: { scope: "admin", sha256: digestOf("administrator-token") },
};
writeFileSync(configFile, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(directory, { recursive: true }));

const server = useServer({ SERVICE_CONFIG: configFile, SERVICE_LOG_LEVEL: "debug" });

const create = (json: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer<Key & Failure>> =>
  server.api.call("POST", KEYS, { json, headers });

const made = async (json: unknown): Promise<Key & { readonly key: string }> => {
  const answer = await create(json);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as Key & { readonly key: string };
};

const list = async (): Promise<readonly Key[]> => (await server.api.expect<{ keys: Key[] }>(200, "GET", KEYS)).keys;

const find = async (name: string): Promise<Key | undefined> => (await list()).find((key) => key.name === name);

/** Returns the status of a read-only call with this key. */
const statusWith = async (token: string): Promise<number> =>
  (await server.api.call("GET", "/v1/collections", { token })).status;

beforeAll(async () => {
  await server.api.createCollection("mine");
  await server.api.createCollection("theirs");
});

describe("a created key", () => {
  test("grants its access immediately, and is listed without its secret", async () => {
    const { key, ...rest } = await made({ name: "dashboard", scope: "read", collections: ["mine"] });
    expect(key).toMatch(/^qk_[\w-]{43}$/);
    expect(rest).toEqual({
      name: "dashboard",
      scope: "read",
      collections: ["mine"],
      source: "database",
      state: "active",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      expires_at: null,
      revoked_at: null,
      filter: {},
    });
    const seen = await server.api.call<{ collections: { name: string }[] }>("GET", "/v1/collections", { token: key });
    expect([seen.status, seen.body.collections?.map(({ name }) => name)]).toEqual([200, ["mine"]]);
    expect((await server.api.call("GET", "/v1/collections/theirs", { token: key })).status).toBe(403);
    expect((await server.api.call("DELETE", "/v1/collections/mine", { token: key })).status).toBe(403);
    expect(await find("dashboard")).toEqual(rest);
  });

  test("grants no access once it is revoked, but remains listed", async () => {
    const { key } = await made({ name: "short-lived", scope: "write" });
    expect(await statusWith(key)).toBe(200);
    const answer = await server.api.expect(200, "DELETE", `${KEYS}/short-lived`);
    expect(answer).toEqual({ status: "ok", message: "Key 'short-lived' revoked" });
    expect(await statusWith(key)).toBe(401);
    const revoked = await find("short-lived");
    expect(revoked).toMatchObject({ state: "revoked", revoked_at: expect.stringContaining("T") });
    // A second delete changes nothing.
    await server.api.expect(200, "DELETE", `${KEYS}/short-lived`);
    expect(await find("short-lived")).toEqual(revoked);
  });

  test("expires at its expiry time", async () => {
    const { key, expires_at } = await made({ name: "an-hour", scope: "read", expires_at: inSeconds(3_600) });
    expect(Date.parse(expires_at!)).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await statusWith(key)).toBe(200);
    // A few seconds: the key must not expire before the service reads it.
    const soon = await made({ name: "a-moment", scope: "read", expires_at: inSeconds(4) });
    await until("the key to expire", async () => ((await statusWith(soon.key)) === 401 ? true : undefined));
    expect(await find("a-moment")).toMatchObject({ state: "expired", revoked_at: null });
  });

  test("with scope admin can create further keys and revoke itself", async () => {
    const { key } = await made({ name: "deputy", scope: "admin" });
    const child = await server.api.call("POST", KEYS, { token: key, json: { name: "deputy-2", scope: "admin" } });
    expect(child.status).toBe(201);
    expect((await server.api.call("DELETE", `${KEYS}/deputy`, { token: key })).status).toBe(200);
    expect(await statusWith(key)).toBe(401);
  });

  test("remains valid after a restart", async () => {
    const { key } = await made({ name: "durable", scope: "read" });
    await server.current.restart();
    expect(await statusWith(key)).toBe(200);
    expect(await find("durable")).toMatchObject({ state: "active" });
  });
});

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

describe("key management", () => {
  test.each([
    [{ scope: "read" }, /^name: /],
    [{ name: "two words", scope: "read" }, /^name: must be 1 to 64 letters/],
    [{ name: "n".repeat(65), scope: "read" }, /^name: /],
    [{ name: "no-scope" }, /^scope: /],
    [{ name: "root", scope: "root" }, /^scope: .*read, write, admin/],
    [{ name: "none", scope: "read", collections: [] }, /^collections: must name at least one/],
    [{ name: "odd", scope: "read", collections: ["a-b"] }, /^collections: must be collection names/],
    [{ name: "past", scope: "read", expires_at: "2020-01-01T00:00:00Z" }, /^expires_at: must be in the future/],
    [{ name: "when", scope: "read", expires_at: "tomorrow" }, /^expires_at: /],
  ])("rejects invalid fields: %j", async (json, detail) => {
    const answer = await create(json);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
  });

  test("rejects the name of a revoked key or of one in the configuration file", async () => {
    await made({ name: "once", scope: "read" });
    await server.api.expect(200, "DELETE", `${KEYS}/once`);
    for (const name of ["once", "writer"]) {
      const answer = await create({ name, scope: "read" });
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining(`"${name}"`)]);
    }
  });

  test("rejects revoking an unknown key or one in the configuration file", async () => {
    expect((await server.api.call("DELETE", `${KEYS}/nobody`)).status).toBe(404);
    const answer = await server.api.call("DELETE", `${KEYS}/writer`);
    expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/configuration file: remove it/)]);
    expect(await statusWith("writer-token")).toBe(200);
  });

  test.each(["writer-token", "limited-token"])("rejects all calls of a key with fewer rights: %s", async (token) => {
    const name = `by-${token}`;
    const calls = [
      ["GET", KEYS],
      ["POST", KEYS, { name, scope: "read" }],
      // An expiring key can't create even a key with no more rights: the new key would outlive it.
      ["POST", KEYS, { name, scope: "read", collections: ["mine"] }],
      ["DELETE", `${KEYS}/durable`],
    ] as const;
    for (const [method, path, json] of calls) {
      const answer = await server.api.call(method, path, { token, ...(json !== undefined && { json }) });
      expect({ method, status: answer.status }).toEqual({ method, status: 403 });
      expect(answer.body.detail).toMatch(/scope admin|key for all collections/);
    }
    expect(await find(name)).toBeUndefined();
    expect(await find("durable")).toMatchObject({ state: "active" });
  });
});

test("an unlimited admin key lists the keys of the configuration file, without their digests", async () => {
  const answer = await server.api.call<{ keys: Key[] }>("GET", KEYS, { token: "administrator-token" });
  const nothing = {
    source: "config",
    state: "active",
    created_at: null,
    expires_at: null,
    revoked_at: null,
    filter: {},
  };
  expect(answer.body.keys.filter(({ source }) => source === "config")).toEqual([
    { name: "administrator", scope: "admin", collections: null, ...nothing },
    { name: "limited", scope: "admin", collections: ["mine"], ...nothing },
    { name: "writer", scope: "write", collections: null, ...nothing },
  ]);
  for (const { sha256 } of Object.values(apiKeys)) expect(answer.text).not.toContain(sha256);
});

test("pages of keys match the whole list; an invalid limit or offset is rejected", async () => {
  for (const name of ["paged-1", "paged-2", "paged-3"]) await create({ name, scope: "read" });
  const all = (await list()).map(({ name }) => name);
  const paged: string[] = [];
  for (let offset = 0; offset < all.length; offset += 2) {
    const path = `${KEYS}?limit=2&offset=${offset}`;
    const page = await server.api.expect<{ keys: Key[]; total: number }>(200, "GET", path);
    expect(page.total).toBe(all.length);
    paged.push(...page.keys.map(({ name }) => name));
  }
  expect(paged).toEqual(all);
  const rest = await server.api.expect<{ keys: Key[] }>(200, "GET", `${KEYS}?offset=2`);
  expect(rest.keys.map(({ name }) => name)).toEqual(all.slice(2));
  for (const wrong of ["limit=0", "limit=1001", "offset=-1"]) {
    const answer = await server.api.call<{ detail: string }>("GET", `${KEYS}?${wrong}`);
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(wrong.split("=")[0]!)]);
  }
});

describe("with an Idempotency-Key", () => {
  test("a repeated request creates one key and returns it again; a different body is rejected", async () => {
    const request = { name: "repeated", scope: "read" };
    const first = await create(request, { "idempotency-key": "k-1" });
    const again = await create(request, { "idempotency-key": "k-1" });
    expect([again.status, again.body.key]).toEqual([201, first.body.key]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await list()).filter(({ name }) => name === "repeated")).toHaveLength(1);
    const other = await create({ ...request, scope: "admin" }, { "idempotency-key": "k-1" });
    expect(other.status).toBe(409);
  });

  test("another caller doesn't receive the key", async () => {
    await create({ name: "private", scope: "read" }, { "idempotency-key": "k-2" });
    const options = { json: { name: "private", scope: "read" }, headers: { "idempotency-key": "k-2" } };
    const other = await server.api.call("POST", KEYS, { ...options, token: "administrator-token" });
    expect([other.status, other.text.includes("qk_")]).toEqual([409, false]);
  });
});

test("a key appears in no file and no log line of the service, however it was created", async () => {
  const keys = [
    (await made({ name: "hidden-1", scope: "read" })).key,
    (await create({ name: "hidden-2", scope: "read" }, { "idempotency-key": "k-3" })).body.key!,
  ];
  for (const key of keys) expect(await statusWith(key)).toBe(200);
  await server.current.stop();
  const { folder, process } = server.current;
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
  expect(files.some((text) => text.includes("hidden-2"))).toBe(true);
  expect(process.stderr).toContain(KEYS);
  for (const text of [...files, process.stdout, process.stderr]) {
    for (const key of keys) {
      const middle = key.slice(6, -6);
      for (const trace of [middle, Buffer.from(middle).toString("base64").slice(4, -4)]) {
        expect(text.includes(trace)).toBe(false);
      }
    }
  }
  await server.current.startAgain();
});
