import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteDatabaseLayer, storeErrorToDomain } from "@quarry/store";
import { Effect, Layer } from "effect";
import { describe, expect, test } from "vitest";
import { databaseSuite } from "./database-suite.ts";
import { createSqliteDatabase } from "./fixture.ts";

const run = Effect.runPromise;

databaseSuite(createSqliteDatabase);

describe("errors", () => {
  test("caused by another writer's lock are retryable", async () => {
    // Simulates a second process's lock, with no timeout on this side: the service's own timeout would delay the test.
    const { location, remove } = await createSqliteDatabase();
    const path = (location as { readonly path: string }).path;
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
    ["a file that is not a database", (path: string) => writeFileSync(path, "x".repeat(5_000)), "corrupt"],
    ["a missing folder", (path: string) => rmSync(join(path, ".."), { recursive: true }), "unavailable"],
  ])("on opening name the path: %s", async (_, spoil, reason) => {
    const directory = mkdtempSync(join(tmpdir(), "quarry-store-"));
    const path = join(directory, "quarry.db");
    spoil(path);
    const error = await run(Effect.flip(Effect.scoped(Layer.build(sqliteDatabaseLayer({ path })))));
    expect(error).toMatchObject({ _tag: "StoreError", reason });
    expect(error.message).toContain(path);
    rmSync(directory, { recursive: true, force: true });
  });

  test("for a newer version's database name both schema versions and the remedy, and change nothing", async () => {
    const { location, remove } = await createSqliteDatabase();
    const { path } = location as { readonly path: string };
    const opening = Effect.scoped(Layer.build(sqliteDatabaseLayer({ path })));
    await run(opening);
    const newer = new DatabaseSync(path);
    newer.exec("insert into kysely_migration values ('9998_later', '2030-01-01T00:00:00.000Z')");
    newer.exec("insert into kysely_migration values ('9999_latest', '2030-01-02T00:00:00.000Z')");
    const error = await run(Effect.flip(opening));
    expect(error).toMatchObject({ _tag: "StoreError", isRetryable: false });
    expect(error.message).toMatch(
      /^can't open the database .*quarry\.db: a newer version of Quarry has written it: its schema is at 9999_latest, and this version knows schemas up to \d{4}_\w+\. Nothing was changed\. Start the version that wrote it/,
    );
    expect(error.message).toContain(path);
    newer.exec("delete from kysely_migration where name > '9'");
    newer.close();
    await run(opening);
    await remove();
  });
});
