import { conflict, type DomainError } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import { Database, type DatabaseService } from "./database.ts";
import { takeMutex } from "./mutex.ts";
import { now } from "./now.ts";
import type { Page, PageRequest } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import type { WebhooksTable } from "./tables.ts";
import type { Transaction } from "./transaction.ts";
import {
  type NewWebhook,
  newWebhookRow,
  webhookFromRow,
  type WebhookPatch,
  webhookPatchRow,
  type WebhookRecord,
} from "./webhook.ts";

export interface WebhookRepositoryService {
  /** Fails with `conflict` if there are `maxWebhooks` already, also with concurrent creations. */
  readonly insert: (
    webhook: NewWebhook,
    maxWebhooks: number,
    within?: Transaction,
  ) => Effect.Effect<WebhookRecord, DomainError | StoreError>;
  readonly find: (id: string) => Effect.Effect<WebhookRecord | undefined, StoreError>;
  /** Lists webhooks, oldest first. */
  readonly list: (request: PageRequest) => Effect.Effect<Page<WebhookRecord>, StoreError>;
  /** Returns the active webhooks, as the transaction sees them. */
  readonly active: (within: Transaction) => Effect.Effect<readonly WebhookRecord[], StoreError>;
  /** Returns undefined if it does not exist. */
  readonly update: (id: string, patch: WebhookPatch) => Effect.Effect<WebhookRecord | undefined, StoreError>;
  /**
   * Returns false if it did not exist. From then on none of its deliveries is claimed; `removeOrphans` deletes them.
   */
  readonly remove: (id: string) => Effect.Effect<boolean, StoreError>;
  readonly count: Effect.Effect<number, StoreError>;
}

export class WebhookRepository extends Context.Service<WebhookRepository, WebhookRepositoryService>()(
  "@quarry/store/WebhookRepository",
) {
  static readonly layer: Layer.Layer<WebhookRepository, never, Database> = Layer.effect(
    WebhookRepository,
    Effect.map(Database, (database) => makeRepository(database)),
  );
}

const makeRepository = (database: DatabaseService): WebhookRepositoryService => {
  const find = database.prepareRead<WebhooksTable>((kysely, placeholder) =>
    kysely.selectFrom("webhooks").selectAll().where("id", "=", placeholder(0)),
  );
  const count = database.prepareRead<{ readonly total: number }>((kysely) =>
    kysely.selectFrom("webhooks").select((select) => select.fn.countAll<number>().as("total")),
  );
  return {
    insert: (webhook, maxWebhooks, within) => insertWebhook(database, webhook, maxWebhooks, within),
    find: (id) => Effect.map(find(id), ([row]) => (row === undefined ? undefined : webhookFromRow(row))),
    list: (request) => listWebhooks(database, request),
    active: (within) =>
      Effect.map(
        database.run((kysely) => kysely.selectFrom("webhooks").selectAll().where("active", "=", 1).execute(), within),
        (rows) => rows.map(webhookFromRow),
      ),
    update: (id, patch) => updateWebhook(database, id, patch),
    remove: (id) =>
      Effect.map(
        database.run((kysely) => kysely.deleteFrom("webhooks").where("id", "=", id).executeTakeFirst()),
        (result) => result.numDeletedRows > 0n,
      ),
    count: Effect.map(count(), ([row]) => Number(row!.total)),
  };
};

const insertWebhook = Effect.fnUntraced(function* (
  database: DatabaseService,
  webhook: NewWebhook,
  maxWebhooks: number,
  within: Transaction | undefined,
) {
  const row = newWebhookRow(webhook, yield* now);
  yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const ids = yield* database.run(async (kysely) => {
        // A row count can't be locked against concurrent inserts.
        await takeMutex(kysely, database.dialect, "webhooks");
        return kysely.selectFrom("webhooks").select("id").execute();
      }, transaction);
      if (ids.length >= maxWebhooks) {
        return yield* conflict(
          `there are ${ids.length} webhooks already and there may be ${maxWebhooks}; delete one first`,
        );
      }
      yield* database.run((kysely) => kysely.insertInto("webhooks").values(row).execute(), transaction);
    }),
    within,
  );
  return webhookFromRow(row);
});

const listWebhooks = (database: DatabaseService, request: PageRequest) =>
  database.read(async (kysely) => {
    const rows = await kysely.selectFrom("webhooks").selectAll().orderBy("created_at").orderBy("id").execute();
    // There are at most 50 webhooks: one statement serves page and total, so that they are consistent.
    const items = rows.slice(request.offset, request.offset + request.limit).map(webhookFromRow);
    return { items, total: rows.length };
  });

const updateWebhook = Effect.fnUntraced(function* (database: DatabaseService, id: string, patch: WebhookPatch) {
  const change = webhookPatchRow(patch, yield* now);
  return yield* database.transaction((transaction) =>
    database.run(async (kysely) => {
      await kysely.updateTable("webhooks").set(change).where("id", "=", id).execute();
      const row = await kysely.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? undefined : webhookFromRow(row);
    }, transaction),
  );
});
