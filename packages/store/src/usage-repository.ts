import { compareStrings, slicesOf } from "@quarry/plugin/domain";
import { Context, Effect, Layer } from "effect";
import { type Kysely, sql } from "kysely";
import { Database, type DatabaseService } from "./database.ts";
import { inTransaction } from "./in-transaction.ts";
import { countRows, type Page, type PageRequest } from "./page.ts";
import type { StoreError } from "./store-error.ts";
import type { Tables, UsageDaysTable } from "./tables.ts";

export type UsageGrouping = UsageDaysTable["grouping_kind"];

/** Counts to add to a day. */
export interface UsageCounts {
  readonly requests: number;
  readonly queries: number;
  readonly embeddedTokens: number;
}

export interface UsageAddition extends UsageCounts {
  readonly grouping: UsageGrouping;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Collection id or key name. */
  readonly subject: string;
}

export interface UsageDay extends UsageCounts {
  readonly day: number;
  /** Collection name or key name. */
  readonly group: string;
  readonly storedBytes: number | null;
}

export interface UsageRequest extends PageRequest {
  readonly grouping: UsageGrouping;
  readonly fromDay: number;
  readonly toDay: number;
  /** Only these collections, by name, or these keys. Default: all. */
  readonly groups?: readonly string[] | undefined;
}

export interface UsageRepositoryService {
  /** Adds counts. Skips removed collections. */
  readonly add: (additions: readonly UsageAddition[]) => Effect.Effect<void, StoreError>;
  /** Lists usage by day, then by group. */
  readonly list: (request: UsageRequest) => Effect.Effect<Page<UsageDay>, StoreError>;
  /** Returns the ids of collections by name. Unknown names are omitted. */
  readonly collectionIds: (names: readonly string[]) => Effect.Effect<ReadonlyMap<string, string>, StoreError>;
  readonly prune: (beforeDay: number) => Effect.Effect<void, StoreError>;
}

/** Rows per transaction: the main thread writes to SQLite, and others wait meanwhile. */
const ROWS_PER_TRANSACTION = 100;

const makeRepository = (database: DatabaseService): UsageRepositoryService => ({
  add: Effect.fnUntraced(function* (additions) {
    // In a fixed lock order, to avoid deadlocks.
    const ordered = additions.toSorted((one, other) => compareStrings(one.subject, other.subject));
    for (const batch of slicesOf(ordered, ROWS_PER_TRANSACTION)) {
      yield* inTransaction(database, (kysely) => addBatch(database, kysely, batch));
      yield* Effect.yieldNow;
    }
  }),
  list: (request) => database.read((kysely) => listUsage(kysely, request)),
  collectionIds: (names) =>
    database.read(async (kysely) => {
      const found = new Map<string, string>();
      for (const batch of slicesOf(names, ROWS_PER_TRANSACTION)) {
        const rows = await kysely.selectFrom("collections").select(["id", "name"]).where("name", "in", batch).execute();
        for (const { id, name } of rows) found.set(name, id);
      }
      return found;
    }),
  prune: (beforeDay) =>
    inTransaction(database, async (kysely) => {
      for (const grouping of ["collection", "key"] as const) {
        await kysely
          .deleteFrom("usage_days")
          .where("grouping_kind", "=", grouping)
          .where("day", "<", beforeDay)
          .execute();
      }
    }),
});

export class UsageRepository extends Context.Service<UsageRepository, UsageRepositoryService>()(
  "@quarry/store/UsageRepository",
) {
  static readonly layer = Layer.effect(UsageRepository, Effect.map(Database, makeRepository));
}

const addBatch = async (
  { dialect }: DatabaseService,
  kysely: Kysely<Tables>,
  additions: readonly UsageAddition[],
): Promise<void> => {
  const ids = additions.flatMap(({ grouping, subject }) => (grouping === "collection" ? [subject] : []));
  const sizes = new Map<string, number>();
  if (ids.length > 0) {
    const rows = await kysely.selectFrom("collections").select(["id", "size_bytes"]).where("id", "in", ids).execute();
    for (const { id, size_bytes: bytes } of rows) sizes.set(id, Number(bytes));
  }
  const rows = additions
    .filter(({ grouping, subject }) => grouping === "key" || sizes.has(subject))
    .map(({ grouping, day, subject, requests, queries, embeddedTokens }) => ({
      ...{ grouping_kind: grouping, day, subject, request_count: requests, query_count: queries },
      ...{ embedded_tokens: embeddedTokens, stored_bytes: grouping === "key" ? null : sizes.get(subject)! },
    }));
  if (rows.length === 0) return;
  const countColumns = ["request_count", "query_count", "embedded_tokens"] as const;
  const sumColumns = (added: (column: string) => ReturnType<typeof sql>) =>
    Object.fromEntries(
      countColumns.map((column) => [column, sql`${sql.ref(`usage_days.${column}`)} + ${added(column)}`]),
    );
  await kysely
    .insertInto("usage_days")
    .values(rows)
    .$if(dialect === "sqlite", (insert) =>
      insert.onConflict((conflict) =>
        conflict.columns(["grouping_kind", "day", "subject"]).doUpdateSet({
          ...sumColumns((column) => sql`excluded.${sql.ref(column)}`),
          stored_bytes: sql<number | null>`excluded.stored_bytes`,
        }),
      ),
    )
    .$if(dialect === "mysql", (insert) =>
      insert.onDuplicateKeyUpdate({
        ...sumColumns((column) => sql`values(${sql.ref(column)})`),
        stored_bytes: sql<number | null>`values(stored_bytes)`,
      }),
    )
    .execute();
};

const listUsage = async (
  kysely: Kysely<Tables>,
  { grouping, fromDay, toDay, groups, limit, offset }: UsageRequest,
): Promise<Page<UsageDay>> => {
  const group = sql.ref<string>(grouping === "key" ? "usage_days.subject" : "collections.name");
  const matching = kysely
    .selectFrom("usage_days")
    .leftJoin("collections", "collections.id", "usage_days.subject")
    .where("grouping_kind", "=", grouping)
    .where("day", ">=", fromDay)
    .where("day", "<=", toDay)
    .$if(grouping === "collection", (query) => query.where("collections.id", "is not", null))
    .$if(groups !== undefined, (query) => query.where(group, "in", groups!));
  const rows = await matching
    .select(["day", "request_count", "query_count", "embedded_tokens", "stored_bytes", group.as("group_name")])
    .orderBy("day")
    .orderBy("group_name")
    .limit(limit)
    .offset(offset)
    .execute();
  const items = rows.map((row) => ({
    ...{ day: Number(row.day), group: row.group_name, requests: Number(row.request_count) },
    ...{ queries: Number(row.query_count), embeddedTokens: Number(row.embedded_tokens) },
    storedBytes: row.stored_bytes === null ? null : Number(row.stored_bytes),
  }));
  return { items, total: await countRows(matching) };
};
