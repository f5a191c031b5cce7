import {
  Database,
  type DatabaseService,
  IdempotencyRepository,
  type IdempotencyRepositoryService,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { TestClock } from "effect/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase } from "./fixture.ts";

const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(IdempotencyRepository.layer.pipe(Layer.provideMerge(databaseLayer(location))));

export const idempotencyRepositorySuite = (createDatabase: CreateDatabase): void => {
  let location: DatabaseLocation;
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let database: DatabaseService;
  let answers: IdempotencyRepositoryService;

  beforeEach(async () => {
    ({ location, remove } = await createDatabase());
    runtime = open(location);
    database = await runtime.runPromise(Database);
    answers = await runtime.runPromise(IdempotencyRepository);
  });
  afterEach(async () => {
    await runtime.dispose();
    await remove();
  });

  const answer = { id: "one", fingerprint: "ab", answer: "the answer" };
  const find = (id: string) => database.transaction((transaction) => answers.find(id, transaction));
  const insert = (stored: typeof answer) => database.transaction((transaction) => answers.insert(stored, transaction));

  test("a stored response is found by its own key only", async () => {
    await Effect.runPromise(insert(answer));
    expect(await Effect.runPromise(find("one"))).toEqual(answer);
    expect(await Effect.runPromise(find("two"))).toBeUndefined();
  });

  test("a response is not stored if its transaction is rolled back", async () => {
    const failing = database.transaction((transaction) =>
      Effect.andThen(answers.insert(answer, transaction), Effect.fail("no")),
    );
    expect(await Effect.runPromise(Effect.flip(failing))).toBe("no");
    expect(await Effect.runPromise(find("one"))).toBeUndefined();
  });

  test("expired responses are removed in batches, and their keys are reusable before that", async () => {
    const count = database.read(
      async (kysely) => (await kysely.selectFrom("stored_answers").select("id").execute()).length,
    );
    const days = Effect.gen(function* () {
      for (let number = 0; number < 250; number++) yield* insert({ ...answer, id: `${1_000 + number}` });
      yield* TestClock.adjust("25 hours");
      // The oldest are removed first, and this is among the newest of them.
      yield* insert({ ...answer, id: "1249", answer: "another" });
      expect(yield* find("1249")).toMatchObject({ answer: "another" });
      expect(yield* count).toBe(150);
      yield* insert({ ...answer, id: "more" });
      yield* insert({ ...answer, id: "and more" });
      expect(yield* count).toBe(3);
    });
    await Effect.runPromise(days.pipe(Effect.provide(TestClock.layer())));
  });

  test("a response expires after a day, and its key can then be used again", async () => {
    const day = Effect.gen(function* () {
      yield* insert(answer);
      yield* TestClock.adjust("23 hours");
      expect(yield* find("one")).toEqual(answer);
      yield* TestClock.adjust("2 hours");
      expect(yield* find("one")).toBeUndefined();
      yield* insert({ ...answer, answer: "another" });
      expect(yield* find("one")).toMatchObject({ answer: "another" });
    });
    await Effect.runPromise(day.pipe(Effect.provide(TestClock.layer())));
  });
};
