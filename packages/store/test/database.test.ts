import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Database, storeErrorToDomain } from "@quarry/store";
import { Effect, Layer } from "effect";
import { describe, expect, test } from "vitest";
import { databaseSuite } from "./database-suite.ts";
import { sqlitePlace } from "./fixture.ts";

const run = Effect.runPromise;

databaseSuite(sqlitePlace);

describe("errors", () => {
  test("of another writer that holds on are retryable", async () => {
    // A second process's lock, with no patience on our side: the service's own timeout would hold the test up.
    const { place, remove } = await sqlitePlace();
    const path = (place as { readonly path: string }).path;
    const holder = new DatabaseSync(path);
    const impatient = new DatabaseSync(path, { timeout: 0 });
    holder.exec("begin immediate");
    const { fromSqlite } = await import("../src/sqlite/sqlite-errors.ts");
    const busy = await run(
      Effect.flip(Effect.try({ try: () => impatient.exec("begin immediate"), catch: fromSqlite })),
    );
    holder.close();
    impatient.close();
    await remove();
    expect(busy).toMatchObject({ reason: "busy", isRetryable: true });
    expect(storeErrorToDomain(busy)).toMatchObject({ code: "unavailable" });
  });

  test.each([
    ["a file that is no database", (path: string) => writeFileSync(path, "x".repeat(5_000)), "corrupt"],
    ["a folder that is missing", (path: string) => rmSync(join(path, ".."), { recursive: true }), "unavailable"],
  ])("at opening name the path: %s", async (_, spoil, reason) => {
    const directory = mkdtempSync(join(tmpdir(), "quarry-store-"));
    const path = join(directory, "quarry.db");
    spoil(path);
    const error = await run(Effect.flip(Effect.scoped(Layer.build(Database.layerSqlite({ path })))));
    expect(error).toMatchObject({ _tag: "StoreError", reason });
    expect(error.message).toContain(path);
    rmSync(directory, { recursive: true, force: true });
  });
});
