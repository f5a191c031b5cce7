import { newId } from "@quarry/plugin/domain";
import { ApiKeyRepository, type ApiKeyRepositoryService, type NewApiKey } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase } from "./fixture.ts";

const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(ApiKeyRepository.layer.pipe(Layer.provideMerge(databaseLayer(location))));

export const apiKeyRepositorySuite = (createDatabase: CreateDatabase): void => {
  let location: DatabaseLocation;
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let keys: ApiKeyRepositoryService;

  beforeEach(async () => {
    ({ location, remove } = await createDatabase());
    runtime = open(location);
    keys = await runtime.runPromise(ApiKeyRepository);
  });
  afterEach(async () => {
    await runtime.dispose();
    await remove();
  });

  const run = Effect.runPromise;
  const newKey = (name: string, over: Partial<NewApiKey> = {}): NewApiKey => ({
    id: newId(),
    name,
    digest: newId().replaceAll("-", "").repeat(2),
    scope: "read",
    collections: null,
    expiresAt: null,
    filter: null,
    signing: null,
    ...over,
  });

  test("keys are returned unchanged, oldest first", async () => {
    const input = newKey("limited", { scope: "write", collections: ["a", "b"], expiresAt: "2030-01-01T00:00:00.000Z" });
    const made = await run(keys.insert(input));
    expect(made).toEqual({ ...input, createdAt: expect.stringMatching(/Z$/), revokedAt: null });
    // Keys created in the same millisecond have no order in time.
    await vi.waitUntil(() => new Date().toISOString() > made.createdAt);
    await run(keys.insert(newKey("second")));
    const { items, total } = await run(keys.page({ limit: 10, offset: 0 }));
    expect(items.map(({ name }) => name)).toEqual(["limited", "second"]);
    expect(items[0]).toEqual(made);
    expect(total).toBe(2);
    expect((await run(keys.page({ limit: 1, offset: 1 }))).items.map(({ name }) => name)).toEqual(["second"]);
    await run(keys.revoke("limited"));
    expect((await run(keys.active)).map(({ name }) => name)).toEqual(["second"]);
    expect((await run(keys.page({ limit: 0, offset: 0 }))).total).toBe(2);
  });

  test("a filter and a signing key are returned unchanged", async () => {
    const filter = { acl: { $in: ["user:7", "group:staff"] } };
    const shared = newKey("shared", { filter, signing: { algorithm: "HS256", secret: "sealed" } });
    const paired = newKey("paired", { signing: { algorithm: "EdDSA", publicKey: "-----BEGIN PUBLIC KEY-----" } });
    expect(await run(keys.insert(shared))).toMatchObject(shared);
    expect(await run(keys.insert(paired))).toMatchObject(paired);
    const read = new Map((await run(keys.active)).map((key) => [key.name, key]));
    expect(read.get("shared")).toMatchObject(shared);
    expect(read.get("paired")).toMatchObject(paired);
  });

  test("a name stays reserved after revocation", async () => {
    await run(keys.insert(newKey("ci")));
    await run(keys.revoke("ci"));
    expect(await run(Effect.flip(keys.insert(newKey("ci"))))).toMatchObject({ code: "already_exists" });
  });

  test("revoking is permanent, and returns undefined for an unknown name", async () => {
    await run(keys.insert(newKey("ci")));
    const first = await run(keys.revoke("ci"));
    expect(first?.revokedAt).toMatch(/Z$/);
    expect(await run(keys.revoke("ci"))).toEqual(first);
    expect(await run(keys.revoke("other"))).toBeUndefined();
  });

  test("the revision changes with each addition and revocation, also by another process's connection", async () => {
    const seen = new Set([JSON.stringify(await run(keys.revision))]);
    const check = async () => seen.add(JSON.stringify(await run(keys.revision)));
    await run(keys.insert(newKey("one")));
    await check();
    const other = open(location);
    const others = await other.runPromise(ApiKeyRepository);
    await run(others.insert(newKey("two")));
    await check();
    await run(others.revoke("one"));
    await check();
    await other.dispose();
    expect(seen.size).toBe(4);
  });
};
