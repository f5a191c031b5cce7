import {
  Database,
  type DatabaseService,
  IdempotencyRepository,
  type IdempotencyRepositoryService,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { TestClock } from "effect/testing";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const open = (path: string) =>
  ManagedRuntime.make(IdempotencyRepository.layer.pipe(Layer.provideMerge(Database.layerSqlite({ path }))));

let directory: string;
let runtime: ReturnType<typeof open>;
let database: DatabaseService;
let answers: IdempotencyRepositoryService;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "quarry-answers-"));
  runtime = open(join(directory, "quarry.db"));
  database = await runtime.runPromise(Database);
  answers = await runtime.runPromise(IdempotencyRepository);
});
afterEach(async () => {
  await runtime.dispose();
  rmSync(directory, { recursive: true });
});

const answer = { id: "one", fingerprint: "ab", answer: "the answer" };
const find = (id: string) => database.transaction((transaction) => answers.find(id, transaction));
const insert = (stored: typeof answer) => database.transaction((transaction) => answers.insert(stored, transaction));

test("an answer is found again, and nothing else", async () => {
  await Effect.runPromise(insert(answer));
  expect(await Effect.runPromise(find("one"))).toEqual(answer);
  expect(await Effect.runPromise(find("two"))).toBeUndefined();
});

test("what its transaction rolls back is not kept", async () => {
  const failing = database.transaction((transaction) =>
    Effect.andThen(answers.insert(answer, transaction), Effect.fail("no")),
  );
  expect(await Effect.runPromise(Effect.flip(failing))).toBe("no");
  expect(await Effect.runPromise(find("one"))).toBeUndefined();
});

test("an answer lives for a day, and its key can then be used again", async () => {
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
