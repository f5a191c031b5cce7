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
  /** Fails with `conflict` when there are `most` already, also under creations at the same moment. */
  readonly insert: (
    webhook: NewWebhook,
    most: number,
    within?: Transaction,
  ) => Effect.Effect<WebhookRecord, DomainError | StoreError>;
  readonly find: (id: string) => Effect.Effect<WebhookRecord | undefined, StoreError>;
  /** Oldest first. */
  readonly list: (request: PageRequest) => Effect.Effect<Page<WebhookRecord>, StoreError>;
  /** Webhooks that events are sent to, as the transaction sees them. */
  readonly active: (within: Transaction) => Effect.Effect<readonly WebhookRecord[], StoreError>;
  /** Undefined when there is none. */
  readonly update: (id: string, patch: WebhookPatch) => Effect.Effect<WebhookRecord | undefined, StoreError>;
  /** False when there was none. From then on none of its deliveries is claimed; `removeOrphans` deletes them. */
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
    insert: (webhook, most, within) => insertWebhook(database, webhook, most, within),
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
  most: number,
  within: Transaction | undefined,
) {
  const row = newWebhookRow(webhook, yield* now);
  yield* database.transaction(
    Effect.fnUntraced(function* (transaction: Transaction) {
      const ids = yield* database.run(async (kysely) => {
        // A count of rows can't be locked where others insert new ones.
        await takeMutex(kysely, database.dialect, "webhooks");
        return kysely.selectFrom("webhooks").select("id").execute();
      }, transaction);
      if (ids.length >= most) {
        return yield* conflict(`there are ${ids.length} webhooks already and there may be ${most}; delete one first`);
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
    // There are at most 50: one statement for page and total, so that they fit each other.
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
