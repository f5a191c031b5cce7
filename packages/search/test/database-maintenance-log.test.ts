import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, sqliteDatabaseLayer } from "@quarry/store";
import { Effect, Layer, Logger, ManagedRuntime } from "effect";
import { expect, test, vi } from "vitest";
import { databasePassageIndexLayer, PassageIndex } from "../src/index.ts";

test("work behind the index that fails is told to the log of the service", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-maintenance-"));
  const told: string[] = [];
  const logger = Logger.make(({ message }) => void told.push(String(message)));
  const database = Layer.effectDiscard(
    Effect.flatMap(Database, ({ run }) => run((kysely) => kysely.schema.dropTable("passage_segments").execute())),
  ).pipe(Layer.provideMerge(sqliteDatabaseLayer({ path: join(directory, "quarry.db") })));
  const runtime = ManagedRuntime.make(
    databasePassageIndexLayer().pipe(Layer.provide(database), Layer.provide(Logger.layer([logger]))),
  );
  try {
    await runtime.runPromise(Effect.service(PassageIndex));
    await vi.waitFor(() => expect(told.join()).toContain("work behind the passage index failed"), { timeout: 30_000 });
  } finally {
    await runtime.dispose();
    rmSync(directory, { recursive: true });
  }
});
