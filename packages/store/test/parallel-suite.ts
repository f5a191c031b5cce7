import { newId } from "@quarry/plugin/domain";
import {
  Database,
  IdempotencyRepository,
  MetaRepository,
  QueryAnalyticsRepository,
  type WebhookDeliveryRecord,
  WebhookDeliveryRepository,
  WebhookRepository,
} from "@quarry/store";
import { Effect, Exit, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase } from "./fixture.ts";

const run = Effect.runPromise;

const open = async (location: DatabaseLocation) => {
  const repositories = Layer.mergeAll(
    IdempotencyRepository.layer,
    MetaRepository.layer,
    QueryAnalyticsRepository.layer,
    WebhookDeliveryRepository.layer,
    WebhookRepository.layer,
  );
  const runtime = ManagedRuntime.make(repositories.pipe(Layer.provideMerge(databaseLayer(location))));
  const services = await runtime.runPromise(
    Effect.all({
      database: Database,
      answers: IdempotencyRepository,
      meta: MetaRepository,
      analytics: QueryAnalyticsRepository,
      deliveries: WebhookDeliveryRepository,
      webhooks: WebhookRepository,
    }),
  );
  return { ...services, close: () => runtime.dispose() };
};

type Opened = Awaited<ReturnType<typeof open>>;

/**
 * Suite for several services on one database at once, each with its own connections, as processes have. SQLite would
 * wait for itself.
 */
export const parallelSuite = (createDatabase: CreateDatabase): void => {
  let remove: () => Promise<void>;
  let all: Opened[];
  let first: Opened;

  beforeEach(async () => {
    const made = await createDatabase();
    remove = made.remove;
    all = [];
    for (let count = 0; count < 3; count += 1) all.push(await open(made.location));
    first = all[0]!;
  });
  afterEach(async () => {
    for (const opened of all) await opened.close();
    await remove();
  });

  /** Runs `count` tasks concurrently, distributed over the services in rotation. */
  const atOnce = <A, E>(count: number, work: (opened: Opened, index: number) => Effect.Effect<A, E>) =>
    run(
      Effect.all(
        Array.from({ length: count }, (_, index) => Effect.exit(work(all[index % all.length]!, index))),
        { concurrency: "unbounded" },
      ),
    );
  const allOf = async <A, E>(exits: Promise<readonly Exit.Exit<A, E>[]>) => {
    const ended = await exits;
    expect(ended.filter(Exit.isFailure)).toEqual([]);
    return ended.filter(Exit.isSuccess).map(({ value }) => value);
  };

  const newWebhook = () => ({
    id: newId(),
    url: "https://example.com/",
    events: ["document.ready"],
    collections: null,
    description: "",
    active: true,
    sealedSecret: "v1.sealed",
  });

  test("concurrent inserts never exceed the webhook limit", async () => {
    const exits = await atOnce(12, ({ webhooks }) => webhooks.insert(newWebhook(), 5));
    expect(exits.filter(Exit.isSuccess)).toHaveLength(5);
    expect(await run(first.webhooks.count)).toBe(5);
  });

  test("every delivery is claimed once, and an event of the same document waits for the previous one", async () => {
    const webhook = await run(first.webhooks.insert(newWebhook(), 5));
    const deliveryOf = (documentId: string) => ({
      id: newId(),
      webhookId: webhook.id,
      event: "document.ready",
      collection: "日本語 ☃",
      documentId,
      payload: "{}",
    });
    const documents = Array.from({ length: 30 }, () => newId());
    for (const document of documents) {
      await run(
        first.database.transaction((transaction) =>
          Effect.andThen(
            first.deliveries.insert([deliveryOf(document)], transaction),
            first.deliveries.insert([deliveryOf(document)], transaction),
          ),
        ),
      );
    }
    const claimSome = ({ deliveries }: Opened, index: number) =>
      deliveries.claim([{ webhookId: webhook.id, limit: 5, testsOnly: false }], {
        owner: `owner-${index}`,
        leaseMs: 60_000,
        most: 5,
      });
    const claimAll = async () => {
      const claimed: (WebhookDeliveryRecord & { readonly owner: string })[] = [];
      for (let from = 0; ; from += 100) {
        const taken = await allOf(
          atOnce(9, (opened, index) =>
            Effect.map(claimSome(opened, from + index), (rows) =>
              rows.map((delivery) => ({ ...delivery, owner: `owner-${from + index}` })),
            ),
          ),
        );
        if (taken.flat().length === 0) return claimed;
        claimed.push(...taken.flat());
      }
    };
    const heads = await claimAll();
    expect(heads.map(({ documentId }) => documentId).toSorted()).toEqual(documents.toSorted());
    await allOf(
      atOnce(heads.length, ({ deliveries }, index) => {
        const { owner, ...delivery } = heads[index]!;
        return deliveries.record([{ delivery, owner, outcome: "delivered", responseStatus: 200, error: null }]);
      }),
    );
    const next = await claimAll();
    expect(next.map(({ documentId }) => documentId).toSorted()).toEqual(documents.toSorted());
    expect(new Set([...heads, ...next].map(({ id }) => id)).size).toBe(60);
  });

  test("concurrent query counts are added up without loss", async () => {
    const collectionId = newId();
    const one = { collectionId, hour: 5, queryCount: 1, latencyMs: 0.5, resultCount: 2, score: 0.25, emptyCount: 1 };
    const requested = (query: string) => ({ collectionId, day: 0, query, count: 1, emptyCount: query === "ä" ? 1 : 0 });
    await allOf(
      atOnce(24, ({ analytics }, index) =>
        analytics.add(
          index % 2 === 0 ? [one, { ...one, hour: 6 }] : [{ ...one, hour: 6 }, one],
          index % 2 === 0 ? [requested("a"), requested("ä")] : [requested("ä"), requested("a")],
        ),
      ),
    );
    expect(await run(first.analytics.sumsSince(collectionId, 0))).toEqual({
      queryCount: 48,
      latencyMs: 24,
      resultCount: 96,
      score: 12,
      emptyCount: 48,
    });
    expect(await run(first.analytics.topQueries(collectionId, 10))).toEqual([
      { query: "a", count: 24 },
      { query: "ä", count: 24 },
    ]);
    expect(await run(first.analytics.emptyQueries(collectionId, 10))).toEqual([{ query: "ä", count: 24 }]);
    expect(await run(first.analytics.hoursSince(collectionId, 6))).toEqual([
      { hour: 6, queryCount: 24, latencyMs: 12, resultCount: 48, score: 6, emptyCount: 24 },
    ]);
  });

  test("one of several concurrent requests with the same key does the work, and all return its response", async () => {
    let done = 0;
    const answerOnce = ({ database, answers }: Opened) =>
      database.transaction((transaction) =>
        Effect.gen(function* () {
          const known = yield* answers.find("key", transaction);
          if (known !== undefined) return known.answer;
          done += 1;
          const answer = `answer ${done}`;
          yield* answers.insert({ id: "key", fingerprint: "ab", answer }, transaction);
          return answer;
        }),
      );
    expect(new Set(await allOf(atOnce(12, answerOnce)))).toEqual(new Set(["answer 1"]));
  });

  test("metadata values are set concurrently without errors and updated without lost updates", async () => {
    await allOf(atOnce(12, ({ meta }, index) => meta.set("fact", `${index}`)));
    await run(first.meta.set("count", "0"));
    const addOne = ({ database }: Opened) =>
      database.transaction((transaction) =>
        database.run(async (kysely) => {
          const row = await kysely
            .selectFrom("meta")
            .select("value")
            .where("name", "=", "count")
            .$if(database.dialect === "mysql", (query) => query.forUpdate())
            .executeTakeFirstOrThrow();
          await kysely
            .updateTable("meta")
            .set({ value: `${Number(row.value) + 1}` })
            .where("name", "=", "count")
            .execute();
        }, transaction),
      );
    await allOf(atOnce(20, addOne));
    expect(await run(first.meta.get("count"))).toBe("20");
  });
};
