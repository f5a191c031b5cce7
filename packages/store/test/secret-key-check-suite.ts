import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  checkedSecretBoxLayer,
  CollectionRepository,
  type Database,
  SecretBox,
  type SecretBoxOptions,
  WebhookRepository,
} from "@quarry/store";
import { newId } from "@quarry/plugin/domain";
import { Effect, Exit, Layer, Redacted } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase, newCollection } from "./fixture.ts";

const key = (byte: string) => ({ key: Redacted.make(byte.repeat(64)) });

/** Suite for the check of a database's key at startup. */
export const secretKeyCheckSuite = (createDatabase: CreateDatabase): void => {
  let location: DatabaseLocation;
  let remove: () => Promise<void>;
  let directory: string;

  beforeEach(async () => {
    ({ location, remove } = await createDatabase());
    directory = mkdtempSync(join(tmpdir(), "quarry-key-"));
  });
  afterEach(async () => {
    await remove();
    rmSync(directory, { recursive: true });
  });

  /** Starts with a key. Returns undefined if it is accepted, otherwise the error. */
  const start = async (options: Omit<SecretBoxOptions, "directory">, isReplaced = false) => {
    const layer = checkedSecretBoxLayer({ directory, isReplaced, ...options }).pipe(
      Layer.provide(databaseLayer(location)),
    );
    const exit = await Effect.runPromiseExit(Effect.scoped(Layer.build(layer)));
    return Exit.isSuccess(exit) ? undefined : String(exit.cause);
  };
  const within = <A, E>(effect: Effect.Effect<A, E, Database | CollectionRepository | WebhookRepository>) =>
    Effect.runPromise(
      Effect.provide(
        effect,
        Layer.mergeAll(CollectionRepository.layer, WebhookRepository.layer).pipe(
          Layer.provideMerge(databaseLayer(location)),
        ),
      ),
    );
  const sealedBy = async (options: Omit<SecretBoxOptions, "directory">): Promise<string> => {
    const box = await Effect.runPromise(Effect.provide(SecretBox, SecretBox.layer({ directory, ...options })));
    return box.seal(Redacted.make("secret"), { collectionId: newId(), field: "embedding_api_key" });
  };

  test("the first start determines the key, and a later start with another key fails", async () => {
    expect(await start(key("a"))).toBeUndefined();
    expect(await start(key("a"))).toBeUndefined();
    const reported = await start(key("b"));
    expect(reported).toContain("SERVICE_ENCRYPTION_KEY: the secrets in the database were encrypted with key ");
    expect(reported).toContain("SERVICE_ENCRYPTION_KEY_REPLACED=true");
    expect(reported).not.toContain("bbbb");
    expect(await start(key("a"))).toBeUndefined();
  });

  test("a lost key file is reported", async () => {
    expect(await start({})).toBeUndefined();
    rmSync(join(directory, "secret.key"));
    expect(await start({})).toContain("restore the same secret.key");
  });

  test.each(["collection", "webhook"])(
    "the key of an older database is recognized by the secret of a %s",
    async (kind) => {
      const sealed = await sealedBy(key("a"));
      await within(
        Effect.gen(function* () {
          if (kind === "collection") {
            yield* (yield* CollectionRepository).insert(newCollection({ embeddingApiKey: sealed }));
          } else {
            const webhook = {
              id: newId(),
              url: "https://example.com/hook",
              events: [],
              collections: null,
              description: "",
              active: true,
            };
            yield* (yield* WebhookRepository).insert({ ...webhook, sealedSecret: sealed }, 1);
          }
        }),
      );
      expect(await start(key("b"))).toContain("SERVICE_ENCRYPTION_KEY");
      expect(await start(key("a"))).toBeUndefined();
      expect(await start(key("b"))).toContain("SERVICE_ENCRYPTION_KEY");
    },
  );

  test("a replaced key is accepted once declared, and the former key is rejected from then on", async () => {
    expect(await start(key("a"))).toBeUndefined();
    expect(await start(key("b"), true)).toBeUndefined();
    expect(await start(key("b"))).toBeUndefined();
    expect(await start(key("a"))).toContain("SERVICE_ENCRYPTION_KEY");
  });

  test("one of two concurrent first starts with different keys fails", async () => {
    const reported = await Promise.all([start(key("a")), start(key("b"))]);
    expect(reported.filter((one) => one !== undefined)).toHaveLength(1);
  });
};
