import { MetaRepository, type MetaRepositoryService, Database, type DatabaseService, StoreError } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, newCollection, type DatabaseLocation } from "./fixture.ts";
import { reusedMysqlDatabase } from "./mysql-database.ts";
import { CollectionRepository, type CollectionRepositoryService, type Transaction } from "@quarry/store";

const run = Effect.runPromise;
const { createDatabase, drop } = reusedMysqlDatabase();
afterAll(drop);

const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(
    Layer.mergeAll(MetaRepository.layer, CollectionRepository.layer).pipe(Layer.provideMerge(databaseLayer(location))),
  );
let remove: () => Promise<void>;
let runtime: ReturnType<typeof open>;
let database: DatabaseService;
let meta: MetaRepositoryService;
let collections: CollectionRepositoryService;
beforeEach(async () => {
  const made = await createDatabase();
  remove = made.remove;
  runtime = open(made.location);
  database = await runtime.runPromise(Database);
  meta = await runtime.runPromise(MetaRepository);
  collections = await runtime.runPromise(CollectionRepository);
  for (const name of ["a", "b"]) await run(meta.set(name, "0"));
});
afterEach(async () => {
  await runtime.dispose();
  await remove();
});

/**
 * Two transactions that lock two rows in opposite orders. Each locks its second row when both have locked their first.
 */
const crossing = (second: (effect: Effect.Effect<unknown, StoreError>) => Effect.Effect<unknown, StoreError>) => {
  const committed: string[] = [];
  let attempts = 0;
  let waiting = 2;
  const bothHaveOne = Promise.withResolvers<void>();
  const add = (name: string, transaction: Transaction) =>
    database.run(async (kysely) => {
      const row = await kysely
        .selectFrom("meta")
        .select("value")
        .where("name", "=", name)
        .forUpdate()
        .executeTakeFirst();
      await kysely
        .updateTable("meta")
        .set({ value: `${Number(row!.value) + 1}` })
        .where("name", "=", name)
        .execute();
    }, transaction);
  const both = (one: string, other: string) =>
    database.transaction((transaction) =>
      Effect.gen(function* () {
        attempts += 1;
        transaction.afterCommit(Effect.sync(() => void committed.push(`${one}${other}`)));
        yield* add(one, transaction);
        waiting -= 1;
        if (waiting <= 0) bothHaveOne.resolve();
        yield* Effect.promise(() => bothHaveOne.promise);
        yield* second(add(other, transaction));
      }),
    );
  return Effect.map(Effect.all([both("a", "b"), both("b", "a")], { concurrency: 2 }), () => ({ attempts, committed }));
};

test("one of two deadlocked transactions is rerun completely, and both commit once", async () => {
  const { attempts, committed } = await run(crossing((effect) => effect));
  expect(attempts).toBeGreaterThan(2);
  expect(committed.toSorted()).toEqual(["ab", "ba"]);
  expect([await run(meta.get("a")), await run(meta.get("b"))]).toEqual(["2", "2"]);
});

test("deadlocked transactions both commit once, even if their bodies ignore the error", async () => {
  const { committed } = await run(crossing((effect) => Effect.ignore(effect)));
  expect(committed.toSorted()).toEqual(["ab", "ba"]);
  expect([await run(meta.get("a")), await run(meta.get("b"))]).toEqual(["2", "2"]);
});

test("a transaction body that reads gets a connection, however many run concurrently", async () => {
  const reading = database.transaction((transaction) => Effect.andThen(meta.set("c", "1", transaction), meta.get("a")));
  expect(
    await run(
      Effect.all(
        Array.from({ length: 40 }, () => reading),
        { concurrency: "unbounded" },
      ),
    ),
  ).toEqual(Array.from({ length: 40 }, () => "0"));
});

test("a rejected row leaves the transaction usable", async () => {
  await run(collections.insert(newCollection({ name: "taken" })));
  const both = database.transaction((transaction) =>
    Effect.gen(function* () {
      yield* meta.set("before", "1", transaction);
      const error = yield* Effect.flip(collections.insert(newCollection({ name: "taken" }), transaction));
      yield* meta.set("after", "1", transaction);
      return error;
    }),
  );
  expect(await run(both)).toMatchObject({ _tag: "DomainError", code: "already_exists" });
  expect([await run(meta.get("before")), await run(meta.get("after"))]).toEqual(["1", "1"]);
});

test("errors contain no values", async () => {
  const insert = (name: string, value: string) =>
    database.run((kysely) => kysely.insertInto("meta").values({ name, value }).execute());
  await run(insert("s3cret-name", "x"));
  const errors = [
    await run(Effect.flip(insert("s3cret-name", "s3cret-value"))),
    await run(Effect.flip(insert(`s3cret${"x".repeat(200)}`, "s3cret-value"))),
    await run(
      Effect.flip(
        database.run((kysely) =>
          kysely
            .selectFrom("no_such" as "meta")
            .selectAll()
            .where("name", "=", "s3cret-name")
            .execute(),
        ),
      ),
    ),
  ];
  expect(errors.map(({ reason }) => reason)).toEqual(["unique", "internal", "internal"]);
  for (const error of errors) {
    expect(error).toBeInstanceOf(StoreError);
    expect(`${error.message} ${JSON.stringify(error.cause)} ${String((error.cause as Error).stack)}`).not.toContain(
      "s3cret",
    );
  }
});
