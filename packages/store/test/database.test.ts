import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Database, StoreError, storeErrorToDomain } from "@quarry/store";
import { Cause, Effect, Exit, Fiber, Layer } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newCollection, open, openTemporary } from "./fixture.ts";

const run = Effect.runPromise;
const fixture = JSON.stringify(new URL("./fixture.ts", import.meta.url).href);
const nodeArguments = (script: string) => [
  "--conditions=@quarry/source",
  "--input-type=module-typescript",
  "--eval",
  script,
];
const nodeOptions = { cwd: new URL(".", import.meta.url), stdio: "inherit" } as const;

let store: Awaited<ReturnType<typeof openTemporary>>;
beforeEach(async () => void (store = await openTemporary()));
afterEach(() => store.close());

const names = async () => (await run(store.collections.list({ limit: 100, offset: 0 }))).items.map((item) => item.name);

const both = (first: string, second: string) =>
  store.database.transaction((transaction) =>
    Effect.andThen(
      store.collections.insert(newCollection({ name: first }), transaction),
      store.collections.insert(newCollection({ name: second }), transaction),
    ),
  );

const insert = (name: string, after: Effect.Effect<void>) =>
  store.database.transaction((transaction) =>
    Effect.andThen(store.collections.insert(newCollection({ name }), transaction), after),
  );

describe("a transaction", () => {
  test("commits all or nothing", async () => {
    await run(both("a", "b"));
    expect(await run(Effect.flip(both("c", "a")))).toMatchObject({ code: "already_exists" });
    expect((await names()).toSorted()).toEqual(["a", "b"]);
  });

  test("is rolled back by a defect and by an interruption, and the database goes on", async () => {
    expect(Exit.hasDies(await run(Effect.exit(insert("dies", Effect.die("boom")))))).toBe(true);
    const inside = Promise.withResolvers<void>();
    const waiting = Effect.andThen(Effect.sync(inside.resolve), Effect.never);
    const fiber = Effect.runFork(insert("interrupted", waiting));
    await inside.promise;
    await run(Fiber.interrupt(fiber));
    await run(insert("fine", Effect.void));
    expect(await names()).toEqual(["fine"]);
  });

  test("calls afterCommit after a commit, never after a rollback", async () => {
    const seen: string[] = [];
    const noting = (name: string, end: Effect.Effect<void, string>) =>
      store.database.transaction((transaction) => {
        transaction.afterCommit(() => seen.push(name));
        expect(seen).not.toContain(name);
        return end;
      });
    await run(noting("committed", Effect.void));
    await run(Effect.exit(noting("rolled back", Effect.fail("no"))));
    expect(seen).toEqual(["committed"]);
  });

  test("is not seen by readers before it is committed, and they don't wait for it", async () => {
    const during = await run(
      store.database.transaction((transaction) =>
        Effect.gen(function* () {
          const { id } = yield* store.collections.insert(newCollection({ name: "unseen" }), transaction);
          return [yield* store.collections.findById(id), yield* store.collections.findByName("unseen")];
        }),
      ),
    );
    expect(during).toEqual([undefined, undefined]);
    expect(await names()).toEqual(["unseen"]);
  });

  test("reports a query that would wait for itself", async () => {
    const exit = await run(
      Effect.exit(store.database.transaction(() => store.collections.insert(newCollection({ name: "x" })))),
    );
    expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("must be given that transaction as `within`");
  });
});

describe("errors", () => {
  test("of SQL are internal and tell callers nothing", async () => {
    const error = await run(
      Effect.flip(
        store.database.run((kysely) =>
          kysely
            .selectFrom("no_such_table" as "meta")
            .selectAll()
            .execute(),
        ),
      ),
    );
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ reason: "internal", isRetryable: false });
    expect(storeErrorToDomain(error).message).not.toContain("no_such_table");
  });

  test("of another writer that holds on are retryable", async () => {
    // A second process's lock, with no patience on our side: the service's own timeout would hold the test up.
    const holder = new DatabaseSync(store.path);
    const impatient = new DatabaseSync(store.path, { timeout: 0 });
    holder.exec("begin immediate");
    const { fromSqlite } = await import("../src/sqlite/sqlite-errors.ts");
    const busy = await run(
      Effect.flip(Effect.try({ try: () => impatient.exec("begin immediate"), catch: fromSqlite })),
    );
    holder.close();
    impatient.close();
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

test("processes that open a new file at the same moment migrate it once", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-store-"));
  const path = join(directory, "quarry.db");
  const script = `
    import { open, newCollection } from ${fixture};
    import { Effect } from "effect";
    const store = await open(${JSON.stringify(path)});
    await Effect.runPromise(store.collections.insert(newCollection()));
    await store.close();
  `;
  const children = Array.from({ length: 3 }, () => spawn(process.execPath, nodeArguments(script), nodeOptions));
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as unknown));
  expect(codes).toEqual([0, 0, 0]);
  const opened = await open(path);
  expect(await run(opened.collections.list({ limit: 0, offset: 0 }))).toMatchObject({ total: 3 });
  await opened.close();
  rmSync(directory, { recursive: true });
});

test("what was committed is there after the process is killed", async () => {
  const script = `
    import { open, newCollection } from ${fixture};
    import { Effect } from "effect";
    const store = await open(${JSON.stringify(store.path)});
    await Effect.runPromise(store.collections.insert(newCollection({ name: "durable" })));
    await Effect.runPromise(store.database.transaction((transaction) =>
      Effect.andThen(store.collections.insert(newCollection({ name: "half" }), transaction),
        Effect.sync(() => process.kill(process.pid, "SIGKILL")))));
  `;
  const child = spawnSync(process.execPath, nodeArguments(script), { ...nodeOptions, stdio: "pipe", encoding: "utf8" });
  expect([child.signal, child.stderr]).toEqual(["SIGKILL", ""]);
  expect(await names()).toEqual(["durable"]);
});
