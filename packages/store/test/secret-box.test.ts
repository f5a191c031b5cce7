import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quarry/plugin/domain";
import {
  SecretBox,
  SecretBoxError,
  type SecretBoxOptions,
  type SecretBoxService,
  type SecretLocation,
} from "@quarry/store";
import { Context, Effect, Layer, Redacted } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = Effect.runPromise;
const makeBox = (options: SecretBoxOptions) =>
  Effect.map(Effect.scoped(Layer.build(SecretBox.layer(options))), (context) => Context.get(context, SecretBox));
const secret = "sk-live-áβ\u0000-1234";

let directory: string;
let box: SecretBoxService;
let location: Extract<SecretLocation, { readonly collectionId: string }>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "quarry-secret-"));
  box = await run(makeBox({ directory }));
  location = { collectionId: newId(), field: "embedding_api_key" };
});
afterEach(() => rmSync(directory, { recursive: true }));

test("a sealed secret can be opened, also after a restart, and is never shown", async () => {
  const sealed = box.seal(Redacted.make(secret), location);
  expect(sealed).not.toContain("sk-live");
  expect(box.seal(Redacted.make(secret), location)).not.toBe(sealed);
  const again = await run(makeBox({ directory }));
  const opened = await run(again.open(sealed, location));
  expect(Redacted.value(opened)).toBe(secret);
  expect(String(opened)).not.toContain("sk-live");
});

test("the key file is private, complete and never replaced", async () => {
  const path = join(directory, "secret.key");
  const key = readFileSync(path, "utf8");
  expect(key).toMatch(/^[0-9a-f]{64}\n$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await Promise.all(Array.from({ length: 5 }, () => run(makeBox({ directory }))));
  expect(readFileSync(path, "utf8")).toBe(key);
  expect(readdirSync(directory)).toEqual(["secret.key"]);
});

test("a secret sealed for a webhook can't be opened for another one", async () => {
  const mine: SecretLocation = { webhookId: newId(), field: "webhook_secret" };
  const sealed = box.seal(Redacted.make(secret), mine);
  expect(Redacted.value(await run(box.open(sealed, mine)))).toBe(secret);
  const error = await run(Effect.flip(box.open(sealed, { ...mine, webhookId: newId() })));
  expect(error.message).toMatch(/^can't read webhook_secret of webhook .*copied from another webhook$/);
});

test("a sealed value can be opened only for its collection and field", async () => {
  const sealed = box.seal(Redacted.make(secret), location);
  const otherCollection = { ...location, collectionId: newId() };
  const otherField: SecretLocation = { ...location, field: "reranking_api_key" };
  for (const elsewhere of [otherCollection, otherField]) {
    const error = await run(Effect.flip(box.open(sealed, elsewhere)));
    expect(error.message).toContain("was changed, or copied from another collection");
  }
});

test("every changed character is detected", async () => {
  const sealed = box.seal(Redacted.make(secret), location);
  const start = sealed.lastIndexOf(".") + 1;
  // The last character of base64url can contain unused bits.
  for (let index = start; index < sealed.length - 1; index += 1) {
    const other = sealed[index] === "A" ? "B" : "A";
    const error = await run(Effect.flip(box.open(sealed.slice(0, index) + other + sealed.slice(index + 1), location)));
    expect(error).toBeInstanceOf(SecretBoxError);
  }
  for (const text of ["", "v1", "v2.x.y", "v1..", secret]) {
    expect(await run(Effect.flip(box.open(text, location)))).toBeInstanceOf(SecretBoxError);
  }
});

test("opening with another key fails with both keys' ids and the setting", async () => {
  const sealed = box.seal(Redacted.make(secret), location);
  const other = await run(makeBox({ directory, key: Redacted.make("ab".repeat(32)) }));
  const error = await run(Effect.flip(other.open(sealed, location)));
  expect(error.message).toMatch(/encrypted with key [0-9a-f]{8} and the service runs with key [0-9a-f]{8}/);
  expect(error.message).toContain("SERVICE_ENCRYPTION_KEY");
});

test("the setting accepts 32 bytes in hex or base64 and rejects other values without showing them", async () => {
  const bytes = Buffer.alloc(32, 7);
  const fromHex = await run(makeBox({ directory, key: Redacted.make(bytes.toString("hex")) }));
  const fromBase64 = await run(makeBox({ directory, key: Redacted.make(bytes.toString("base64")) }));
  const sealed = fromHex.seal(Redacted.make(secret), location);
  expect(Redacted.value(await run(fromBase64.open(sealed, location)))).toBe(secret);
  const error = await run(Effect.flip(makeBox({ directory, key: Redacted.make("hunter2-hunter2") })));
  expect(error.message).toContain("SERVICE_ENCRYPTION_KEY must be 32 bytes");
  expect(error.message).not.toContain("hunter2");
});

test("a damaged key file prevents the start", async () => {
  writeFileSync(join(directory, "secret.key"), "");
  expect((await run(Effect.flip(makeBox({ directory })))).message).toContain("secret.key in the data folder");
});
