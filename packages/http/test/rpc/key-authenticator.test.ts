import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ApiKeys, type ApiKeysShape } from "@quarry/catalog";
import { type ConfiguredKey, makeKeyAuthenticator } from "../../src/rpc/index.ts";
import type { Authenticator } from "../../src/rpc/handler.ts";
import { ApiKeyRepository, SecretBox, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Exit, Layer, ManagedRuntime, Redacted, Scope } from "effect";
import { TestClock } from "effect/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const SECRET = "s3cret";
/** Variants of the secret with a little less, more or other text. */
const NEARLY = [
  "s3cre",
  "s3creT",
  "S3cret",
  "s3cret\0",
  "s3crets",
  "s3creté",
  "s3cret€",
  "s3cret🔑",
  "\u0173\u0133cret",
].map((token) => `Bearer ${token}`);

const open = (path: string) =>
  ManagedRuntime.make(
    ApiKeys.layer.pipe(
      Layer.provideMerge(ApiKeyRepository.layer),
      Layer.provideMerge(SecretBox.layer({ directory: dirname(path) })),
      Layer.provideMerge(sqliteDatabaseLayer({ path })),
      Layer.provideMerge(TestClock.layer()),
    ),
  );

let directory: string;
let path: string;
let runtime: ReturnType<typeof open>;
let keys: ApiKeysShape;
let scope: Scope.Closeable;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "quarry-keys-"));
  path = join(directory, "quarry.db");
  runtime = open(path);
  keys = await runtime.runPromise(ApiKeys);
  scope = Scope.makeUnsafe();
});
afterEach(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void));
  await runtime.dispose();
  rmSync(directory, { recursive: true });
});

const start = (configuredKeys?: readonly ConfiguredKey[]): Promise<Authenticator> =>
  runtime.runPromise(Scope.provide(makeKeyAuthenticator({ secret: Redacted.make(SECRET), configuredKeys }), scope));

const pass = (time: string) => runtime.runPromise(TestClock.adjust(time as "1 second"));

const makeKey = async (name: string, over: Partial<Parameters<ApiKeysShape["create"]>[0]> = {}): Promise<string> => {
  const { key } = await runtime.runPromise(keys.create({ name, scope: "read", ...over }));
  return `Bearer ${Redacted.value(key!)}`;
};

describe("authentication", () => {
  test("accepts the secret as the operator, regardless of the scheme's case", async () => {
    const authenticator = await start();
    const operator = { name: "api-secret", scope: "admin", collections: undefined };
    for (const header of ["Bearer s3cret", "bearer s3cret", "BEARER  s3cret "]) {
      expect(authenticator.authenticate(header)).toEqual(operator);
    }
  });

  test.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Basic s3cret",
    "s3cret",
    "Bearer s3cret x",
    "Bearer S3CRET",
    ...NEARLY,
  ])("rejects %s", async (header) => {
    const authenticator = await start();
    expect(authenticator.authenticate(header)).toBeUndefined();
  });

  test("accepts a key of the database, with its scope and collections", async () => {
    const header = await makeKey("ci", { scope: "write", collections: ["a", "b", "a"] });
    const authenticator = await start();
    expect(authenticator.authenticate(header)).toEqual({
      name: "key:ci",
      scope: "write",
      collections: new Set(["a", "b"]),
    });
    expect(authenticator.authenticate(`${header}x`)).toBeUndefined();
  });

  test("accepts a key of the config by its digest", async () => {
    const digest = createHash("sha256").update("configured").digest("hex");
    const authenticator = await start([{ name: "ops", digest, scope: "read" }]);
    expect(authenticator.authenticate("Bearer configured")).toEqual({
      name: "config:ops",
      scope: "read",
      collections: undefined,
    });
    expect(authenticator.authenticate(`Bearer ${digest}`)).toBeUndefined();
  });
});

describe("changes by another process", () => {
  test("a new key is accepted and a revoked one rejected within about a second", async () => {
    const old = await makeKey("old");
    const authenticator = await start();
    const elsewhere = open(path);
    const others = await elsewhere.runPromise(ApiKeys);
    const made = await elsewhere.runPromise(others.create({ name: "new", scope: "admin" }));
    await elsewhere.runPromise(others.revoke("old"));
    await elsewhere.dispose();
    const fresh = `Bearer ${Redacted.value(made.key!)}`;
    await pass("1 second");
    await expect.poll(() => authenticator.authenticate(fresh)?.name).toBe("key:new");
    expect(authenticator.authenticate(old)).toBeUndefined();
  });

  test("a refresh that began before a revocation does not restore the key", async () => {
    const header = await makeKey("leaked");
    const repository = await runtime.runPromise(ApiKeyRepository);
    let isSlow = false;
    let reads = 0;
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    // Simulates a remote database: query results arrive late.
    const active = Effect.tap(repository.active, () => {
      if (!isSlow) return Effect.void;
      reads += 1;
      return reads === 1 ? Effect.promise(() => gate) : Effect.void;
    });
    const authenticator = await runtime.runPromise(
      makeKeyAuthenticator({ secret: Redacted.make(SECRET) }).pipe(
        Effect.provideService(ApiKeyRepository, { ...repository, active }),
        Scope.provide(scope),
      ),
    );
    isSlow = true;
    await makeKey("other");
    const before = runtime.runPromise(authenticator.refresh);
    await expect.poll(() => reads).toBe(1);
    await runtime.runPromise(keys.revoke("leaked"));
    const after = runtime.runPromise(authenticator.refresh);
    // Long enough for it to complete if nothing blocks it.
    for (let turn = 0; turn < 50; turn += 1) await runtime.runPromise(repository.active);
    go();
    await Promise.all([before, after]);
    expect(authenticator.authenticate(header)).toBeUndefined();
  });

  test("an expired key is rejected from that moment on", async () => {
    const header = await makeKey("short", { expiresAt: new Date(60_000) });
    const authenticator = await start();
    expect(authenticator.authenticate(header)?.name).toBe("key:short");
    await pass("1 minute");
    expect(authenticator.authenticate(header)).toBeUndefined();
  });
});

describe("managing keys", () => {
  test("a key is shown once; the list has only its digest", async () => {
    const header = await makeKey("secretive");
    const key = header.slice("Bearer ".length);
    expect(key).toMatch(/^qk_[\w-]{43}$/);
    const { items: listed } = await runtime.runPromise(keys.list({ limit: 10, offset: 0 }));
    expect(listed).toMatchObject([{ name: "secretive", scope: "read", collections: null, revokedAt: null }]);
    expect(JSON.stringify(listed)).not.toContain(key);
    expect(listed[0]!.digest).toBe(createHash("sha256").update(key).digest("hex"));
  });

  test("a name can't be used again, even after its key was revoked", async () => {
    await makeKey("ci");
    await runtime.runPromise(keys.revoke("ci"));
    const failure = await runtime.runPromise(Effect.flip(keys.create({ name: "ci", scope: "read" })));
    expect(failure).toMatchObject({ code: "already_exists" });
  });

  test("an unknown key can't be revoked", async () => {
    const failure = await runtime.runPromise(Effect.flip(keys.revoke("nobody")));
    expect(failure).toMatchObject({ code: "not_found", message: 'key "nobody" does not exist' });
  });

  const refused: readonly [object, RegExp][] = [
    [{ name: "" }, /^name: must be 1 to 64/],
    [{ name: "two words" }, /^name: /],
    [{ name: "n".repeat(65) }, /^name: /],
    [{ scope: "root" }, /^scope: must be one of read, write, admin, got "root"/],
    [{ collections: [] }, /^collections: /],
    [{ collections: ["a-b"] }, /^collections: must be collection names, got "a-b"/],
    [{ expiresAt: new Date("never") }, /^expires_at: must be a date/],
    [{ expiresAt: new Date(-1) }, /^expires_at: must be in the future, got 1969/],
  ];
  test.each(refused)("rejects %j", async (over, message) => {
    const failure = await runtime.runPromise(Effect.flip(keys.create({ name: "n", scope: "read", ...over })));
    expect(failure).toMatchObject({ code: "invalid_argument", message: expect.stringMatching(message) });
  });
});

test("a secret beyond ASCII is compared completely, as UTF-8", async () => {
  const authenticator = await runtime.runPromise(
    Scope.provide(makeKeyAuthenticator({ secret: Redacted.make("schlüssel🔑") }), scope),
  );
  expect(authenticator.authenticate("Bearer schlüssel🔑")?.name).toBe("api-secret");
  for (const token of ["schlüssel", "schlüssel🔒", "schlussel🔑", "schlüssel🔑🔑", "schlüssel🔑x"]) {
    expect(authenticator.authenticate(`Bearer ${token}`)).toBeUndefined();
  }
});
