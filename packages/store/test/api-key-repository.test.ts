import { newId } from "@quarry/domain";
import { ApiKeyRepository, type ApiKeyRepositoryService, Database, type NewApiKey } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const open = (path: string) =>
  ManagedRuntime.make(ApiKeyRepository.layer.pipe(Layer.provideMerge(Database.layerSqlite({ path }))));

let directory: string;
let runtime: ReturnType<typeof open>;
let keys: ApiKeyRepositoryService;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "quarry-keys-"));
  runtime = open(join(directory, "quarry.db"));
  keys = await runtime.runPromise(ApiKeyRepository);
});
afterEach(async () => {
  await runtime.dispose();
  rmSync(directory, { recursive: true });
});

const run = Effect.runPromise;
const newKey = (name: string, over: Partial<NewApiKey> = {}): NewApiKey => ({
  id: newId(),
  name,
  digest: newId().replaceAll("-", "").repeat(2),
  scope: "read",
  collections: null,
  expiresAt: null,
  ...over,
});

test("a key comes back as it was given, oldest first", async () => {
  const given = newKey("limited", { scope: "write", collections: ["a", "b"], expiresAt: "2030-01-01T00:00:00.000Z" });
  const made = await run(keys.insert(given));
  expect(made).toEqual({ ...given, createdAt: expect.stringMatching(/Z$/), revokedAt: null });
  await run(keys.insert(newKey("second")));
  expect((await run(keys.list)).map(({ name }) => name)).toEqual(["limited", "second"]);
  expect((await run(keys.list))[0]).toEqual(made);
});

test("a name is taken for good", async () => {
  await run(keys.insert(newKey("ci")));
  await run(keys.revoke("ci"));
  expect(await run(Effect.flip(keys.insert(newKey("ci"))))).toMatchObject({ code: "already_exists" });
});

test("revoking is for good, and unknown names are told apart", async () => {
  await run(keys.insert(newKey("ci")));
  const first = await run(keys.revoke("ci"));
  expect(first?.revokedAt).toMatch(/Z$/);
  expect(await run(keys.revoke("ci"))).toEqual(first);
  expect(await run(keys.revoke("other"))).toBeUndefined();
});

test("the revision changes with each addition and revocation, also by another process's connection", async () => {
  const seen = new Set([JSON.stringify(await run(keys.revision))]);
  const look = async () => seen.add(JSON.stringify(await run(keys.revision)));
  await run(keys.insert(newKey("one")));
  await look();
  const other = open(join(directory, "quarry.db"));
  const others = await other.runPromise(ApiKeyRepository);
  await run(others.insert(newKey("two")));
  await look();
  await run(others.revoke("one"));
  await look();
  await other.dispose();
  expect(seen.size).toBe(4);
});
