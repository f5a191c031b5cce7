import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quarry/plugin/domain";
import { JobQueue, sqlJobQueueLayer } from "@quarry/jobs";
import { Database, IndexChangeRepository, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Layer } from "effect";
import { expect, test } from "vitest";
import { PURGE_JOB, Purge } from "./purge.ts";

const LEASE_MS = 60_000;

/** A database whose clock is an hour behind this process's. Clocks of different machines can differ by seconds. */
const databaseLayer = (directory: string) =>
  Layer.effect(
    Database,
    Effect.map(Database, (database) => ({
      ...database,
      currentTimeMillis: Effect.map(database.currentTimeMillis, (time) => time - 3_600_000),
    })),
  ).pipe(Layer.provide(sqliteDatabaseLayer({ path: join(directory, "quarry.db") })));

test("a purge is scheduled immediately and a second time later, by the database's clock", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-purge-"));
  const layer = Purge.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(sqlJobQueueLayer, IndexChangeRepository.layer)),
    Layer.provideMerge(databaseLayer(directory)),
  );
  const program = Effect.gen(function* () {
    const jobs = yield* JobQueue;
    const purge = yield* Purge;
    yield* purge.generation({ id: newId() }, newId(), 1);
    const first = yield* jobs.claim([PURGE_JOB], "one", LEASE_MS);
    const second = yield* jobs.claim([PURGE_JOB], "two", LEASE_MS);
    return { first, second, counts: yield* jobs.counts };
  });
  try {
    const { first, second, counts } = await Effect.runPromise(Effect.provide(program, layer));
    expect(first?.payload).toMatchObject({ scope: "generation", generation: 1 });
    expect(second).toBeUndefined();
    expect(counts).toMatchObject({ processing: 1, queued: 0, pending: 1 });
  } finally {
    rmSync(directory, { recursive: true });
  }
});
