import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";
import type { Transaction } from "./transaction.ts";

/** Small values about the installation, by name (key-value store). */
export interface MetaRepositoryService {
  readonly get: (name: string) => Effect.Effect<string | undefined, StoreError>;
  readonly set: (name: string, value: string, within?: Transaction) => Effect.Effect<void, StoreError>;
}

export const makeMetaRepository = (database: DatabaseService): MetaRepositoryService => ({
  get: (name) =>
    Effect.map(
      database.read((kysely) => kysely.selectFrom("meta").select("value").where("name", "=", name).executeTakeFirst()),
      (row) => row?.value,
    ),
  set: (name, value, within) =>
    Effect.asVoid(
      database.run(
        (kysely) =>
          kysely
            .insertInto("meta")
            .values({ name, value })
            .$if(database.dialect === "sqlite", (query) =>
              query.onConflict((conflict) => conflict.column("name").doUpdateSet({ value })),
            )
            .$if(database.dialect === "mysql", (query) => query.onDuplicateKeyUpdate({ value }))
            .execute(),
        within,
      ),
    ),
});

export class MetaRepository extends Context.Service<MetaRepository, MetaRepositoryService>()(
  "@quarry/store/MetaRepository",
) {
  static readonly layer = Layer.effect(MetaRepository, Effect.map(Database, makeMetaRepository));
}
