import { EndedSessionRepository, type EndedSessionRepositoryService } from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase } from "./fixture.ts";

const run = Effect.runPromise;
const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(EndedSessionRepository.layer.pipe(Layer.provide(databaseLayer(location))));

const HOUR = 3_600_000;

export const endedSessionRepositorySuite = (createDatabase: CreateDatabase): void => {
  let remove: () => Promise<void>;
  let here: ReturnType<typeof open>;
  let there: ReturnType<typeof open>;
  let ended: EndedSessionRepositoryService;

  beforeEach(async () => {
    const made = await createDatabase();
    remove = made.remove;
    here = open(made.location);
    ended = await here.runPromise(EndedSessionRepository);
    there = open(made.location);
  });
  afterEach(async () => {
    await here.dispose();
    await there.dispose();
    await remove();
  });

  const digests = async (repository: EndedSessionRepositoryService, since = 0) =>
    (await run(repository.since(since))).map(({ digest }) => digest).toSorted();

  test("a session ended in one process is returned to another, once, and only since the given time", async () => {
    const first = await run(ended.add("a", HOUR));
    await run(ended.add("a", HOUR));
    const other = await there.runPromise(EndedSessionRepository);
    expect(await digests(other)).toEqual(["a"]);
    expect(await digests(other, first.endedAt)).toEqual(["a"]);
    expect(await digests(other, first.endedAt + 1)).toEqual([]);
    expect(first.keptUntil - first.endedAt).toBe(HOUR);
  });

  test("an expired session is removed when the next one ends", async () => {
    await run(ended.add("old", -1));
    await run(ended.add("new", HOUR));
    expect(await digests(ended)).toEqual(["new"]);
  });
};
