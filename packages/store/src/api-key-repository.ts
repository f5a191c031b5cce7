import { alreadyExists, type DomainError, type JsonObject, type KeyScope } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import type { Selectable } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import { now } from "./now.ts";
import { countRows, type Page, type PageRequest } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import type { ApiKeysTable } from "./tables.ts";
import type { Transaction } from "./transaction.ts";

/** Stored record of a scoped key: its digest, never the key. Timestamps are ISO 8601 UTC. */
export interface ApiKeyRecord {
  readonly id: string;
  /** Unique among all keys that ever existed, so that a name in a log identifies one key. */
  readonly name: string;
  /** SHA-256 of the key, lower-case hex. */
  readonly digest: string;
  readonly scope: KeyScope;
  /** Collections that the key gives access to. Null for all. */
  readonly collections: readonly string[] | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Access filter: the key can read and change only documents and passages that match it. Null for all. */
  readonly filter: JsonObject | null;
  /** Signing method of the key's user tokens; null unless it signs any. */
  readonly signing: TokenSigning | null;
}

/** Method and key by which the tokens of an API key are verified. */
export type TokenSigning =
  /** `secret` is encrypted (see `SecretBox`). */
  | { readonly algorithm: "HS256"; readonly secret: string }
  /** `publicKey` is SPKI in PEM. */
  | { readonly algorithm: "EdDSA"; readonly publicKey: string };

export type NewApiKey = Omit<ApiKeyRecord, "createdAt" | "revokedAt">;

/** Revision of the key list. It changes whenever a key is added or revoked: both numbers only grow. */
export interface ApiKeyRevision {
  readonly added: number;
  readonly revoked: number;
}

export interface ApiKeyRepositoryService {
  /** Fails with `already_exists` if the name was ever used. */
  readonly insert: (key: NewApiKey, within?: Transaction) => Effect.Effect<ApiKeyRecord, DomainError | StoreError>;
  /** Keys that are not revoked. */
  readonly active: Effect.Effect<readonly ApiKeyRecord[], StoreError>;
  /** Lists all keys that ever existed, oldest first. */
  readonly page: (request: PageRequest) => Effect.Effect<Page<ApiKeyRecord>, StoreError>;
  /** Revokes a key permanently. Returns undefined if there is no such key. A revoked key stays unchanged. */
  readonly revoke: (name: string) => Effect.Effect<ApiKeyRecord | undefined, StoreError>;
  /** Cheap check for changes, including those of other processes. */
  readonly revision: Effect.Effect<ApiKeyRevision, StoreError>;
}

const makeRepository = (database: DatabaseService): ApiKeyRepositoryService => {
  const revision = database.prepareRead<ApiKeyRevision>((kysely) =>
    kysely
      .selectFrom("api_keys")
      .select((select) => [
        select.fn.countAll<number>().as("added"),
        select.fn.count<number>("revoked_at").as("revoked"),
      ]),
  );
  return {
    insert: Effect.fnUntraced(function* (key, within) {
      const row = newRow(key, yield* now);
      yield* database
        .run((kysely) => kysely.insertInto("api_keys").values(row).execute(), within)
        .pipe(
          Effect.mapError((error) =>
            error.reason === "unique" && error.constraint?.endsWith("name") === true
              ? alreadyExists(`a key named "${key.name}" exists or existed`)
              : error,
          ),
        );
      return fromRow(row);
    }),
    active: Effect.map(
      database.read((kysely) => kysely.selectFrom("api_keys").selectAll().where("revoked_at", "is", null).execute()),
      (rows) => rows.map(fromRow),
    ),
    page: ({ limit, offset }) =>
      database.read(async (kysely) => {
        const keys = kysely.selectFrom("api_keys");
        const page = keys.selectAll().orderBy("created_at").orderBy("id").limit(limit).offset(offset);
        return { items: (await page.execute()).map(fromRow), total: await countRows(keys) };
      }),
    revoke: (name) =>
      inTransaction(database, async (kysely, time) => {
        await kysely
          .updateTable("api_keys")
          .set({ revoked_at: time })
          .where("name", "=", name)
          .where("revoked_at", "is", null)
          .execute();
        const row = await kysely.selectFrom("api_keys").selectAll().where("name", "=", name).executeTakeFirst();
        return row && fromRow(row);
      }),
    revision: Effect.map(revision(), ([row]) => ({ added: Number(row!.added), revoked: Number(row!.revoked) })),
  };
};

export class ApiKeyRepository extends Context.Service<ApiKeyRepository, ApiKeyRepositoryService>()(
  "@quarry/store/ApiKeyRepository",
) {
  static readonly layer = Layer.effect(ApiKeyRepository, Effect.map(Database, makeRepository));
}

const newRow = (key: NewApiKey, time: string): Selectable<ApiKeysTable> => ({
  id: key.id,
  name: key.name,
  digest: key.digest,
  scope: key.scope,
  collections: key.collections === null ? null : JSON.stringify(key.collections),
  created_at: time,
  expires_at: key.expiresAt,
  revoked_at: null,
  filter: key.filter === null ? null : JSON.stringify(key.filter),
  signing: key.signing?.algorithm ?? null,
  signing_secret: key.signing?.algorithm === "HS256" ? key.signing.secret : null,
  public_key: key.signing?.algorithm === "EdDSA" ? key.signing.publicKey : null,
});

const fromRow = (row: Selectable<ApiKeysTable>): ApiKeyRecord => ({
  id: row.id,
  name: row.name,
  digest: row.digest,
  scope: row.scope,
  collections: row.collections === null ? null : (JSON.parse(row.collections) as readonly string[]),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  filter: row.filter === null ? null : (JSON.parse(row.filter) as JsonObject),
  signing: signingOf(row),
});

const signingOf = ({
  signing,
  signing_secret: secret,
  public_key: publicKey,
}: Selectable<ApiKeysTable>): TokenSigning | null => {
  if (signing === "HS256" && secret !== null) return { algorithm: signing, secret };
  return signing === "EdDSA" && publicKey !== null ? { algorithm: signing, publicKey } : null;
};
