import { Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import { makeMetaRepository } from "./meta-repository.ts";
import { SecretBox, type SecretBoxOptions, type SecretBoxService } from "./secret-box.ts";
import { SecretBoxError } from "./secret-box-error.ts";
import type { StoreError } from "./store-error.ts";

/** Name of the stored value by which a start verifies the key. */
const CHECK_KEY = "secret_key_check";

export interface SecretKeyCheck {
  /**
   * Whether the previous key is permanently lost or was replaced on purpose. Secrets encrypted with it have to be set
   * again.
   */
  readonly isReplaced: boolean;
}

/** Like `SecretBox.layer`, but refuses a key that does not match the secrets in the database. */
export const checkedSecretBoxLayer = (
  options: SecretBoxOptions & SecretKeyCheck,
): Layer.Layer<SecretBox, SecretBoxError | StoreError, Database> =>
  Layer.effect(
    SecretBox,
    Effect.gen(function* () {
      const box = yield* SecretBox;
      yield* checkSecretKey(yield* Database, box, options);
      return box;
    }),
  ).pipe(Layer.provide(SecretBox.layer(options)));

/**
 * Refuses a key that did not encrypt this database's secrets, before any request is served. Otherwise each secret would
 * fail the document, query or delivery that needs it. The first start stores a value for the check; an older database
 * is checked by an existing secret.
 */
const checkSecretKey = Effect.fnUntraced(function* (
  database: DatabaseService,
  box: SecretBoxService,
  { isReplaced }: SecretKeyCheck,
) {
  const meta = makeMetaRepository(database);
  const saved = yield* meta.get(CHECK_KEY);
  if (!isReplaced) {
    const known = saved ?? (yield* anySealed(database));
    if (known !== undefined && !box.isOwn(known)) return yield* wrongKey(box, known);
  }
  if (saved !== undefined && box.isOwn(saved)) return;
  yield* saveMark(database, box.mark, isReplaced).pipe(
    // For example a full disk: the next start stores it.
    Effect.catchIf(
      (error) => error.isRetryable,
      (error) => Effect.logWarning("can't store the check value of the encryption key", error),
    ),
  );
  // Another process may have started at the same moment with another key.
  const now = yield* meta.get(CHECK_KEY);
  if (now !== undefined && !box.isOwn(now)) return yield* wrongKey(box, now);
});

const wrongKey = (box: SecretBoxService, sealed: string): Effect.Effect<never, SecretBoxError> => {
  const [, previous] = sealed.split(".");
  const [, own] = box.mark.split(".");
  return Effect.fail(
    new SecretBoxError({
      message:
        `SERVICE_ENCRYPTION_KEY: the secrets in the database were encrypted with key ${previous}, and this start has key ${own}. ` +
        "Start with the same SERVICE_ENCRYPTION_KEY as before, or restore the same secret.key in the data folder. " +
        "If that key is lost, or was replaced on purpose, start once with SERVICE_ENCRYPTION_KEY_REPLACED=true, and set " +
        "the API keys of collections and the webhooks again",
    }),
  );
};

/** Stores the mark. The first process to start wins; a replacement overwrites it. */
const saveMark = (database: DatabaseService, mark: string, isReplaced: boolean): Effect.Effect<void, StoreError> =>
  isReplaced
    ? makeMetaRepository(database).set(CHECK_KEY, mark)
    : Effect.asVoid(
        database.run((kysely) =>
          kysely
            .insertInto("meta")
            .values({ name: CHECK_KEY, value: mark })
            .$if(database.dialect === "sqlite", (query) => query.onConflict((conflict) => conflict.doNothing()))
            .$if(database.dialect === "mysql", (query) => query.ignore())
            .execute(),
        ),
      );

/**
 * Returns the newest existing secret, or undefined if there is none. Stored responses, which are retained for a day,
 * don't count.
 */
const anySealed = Effect.fnUntraced(function* (database: DatabaseService) {
  const collection = yield* database.read((kysely) =>
    kysely
      .selectFrom("collections")
      .select(["embedding_api_key", "reranking_api_key"])
      .where((where) =>
        where.or([where("embedding_api_key", "is not", null), where("reranking_api_key", "is not", null)]),
      )
      .orderBy("updated_at", "desc")
      .limit(1)
      .executeTakeFirst(),
  );
  const sealed = collection?.embedding_api_key ?? collection?.reranking_api_key;
  if (sealed !== null && sealed !== undefined) return sealed;
  const webhook = yield* database.read((kysely) =>
    kysely.selectFrom("webhooks").select("secret").orderBy("created_at", "desc").limit(1).executeTakeFirst(),
  );
  return webhook?.secret;
});
