import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import type { StoreError } from "./store-error.ts";
import type { Transaction } from "./transaction.ts";

/** Small facts about the installation, by name. */
export interface MetaRepositoryService {
  readonly get: (name: string) => Effect.Effect<string | undefined, StoreError>;
  readonly set: (name: string, value: string, within?: Transaction) => Effect.Effect<void, StoreError>;
}

export class MetaRepository extends Context.Service<MetaRepository, MetaRepositoryService>()(
  "@quarry/store/MetaRepository",
) {
  static readonly layer: Layer.Layer<MetaRepository, never, Database> = Layer.effect(
    MetaRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

const makeRepository = (database: DatabaseService): MetaRepositoryService => ({
  get: (name) =>
    Effect.map(
      database.read((kysely) => kysely.selectFrom("meta").select("value").where("name", "=", name).executeTakeFirst()),
      (row) => row?.value,
    ),
  set: (name, value, within) =>
    database.transaction(
      (transaction) =>
        database.run(async (kysely) => {
          await kysely.deleteFrom("meta").where("name", "=", name).execute();
          await kysely.insertInto("meta").values({ name, value }).execute();
        }, transaction),
      within,
    ),
});
