import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { StoreError, storeErrorToDomain } from "@quarry/store";
import { Cause, Effect, Exit, Fiber } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CreateDatabase, newCollection, open, openTemporary } from "./fixture.ts";

const run = Effect.runPromise;
const fixture = JSON.stringify(new URL("./fixture.ts", import.meta.url).href);
const nodeArguments = (script: string) => ["--input-type=module-typescript", "--eval", script];
const nodeOptions = { cwd: new URL(".", import.meta.url), stdio: "inherit" } as const;

/** Suite for all metadata databases. */
export const databaseSuite = (
  createDatabase: CreateDatabase,
  createNewDatabase: CreateDatabase = createDatabase,
): void => {
  let store: Awaited<ReturnType<typeof openTemporary>>;
  beforeEach(async () => void (store = await openTemporary(createDatabase)));
  afterEach(() => store.close());

  const names = async () =>
    (await run(store.collections.list({ limit: 100, offset: 0 }))).items.map((item) => item.name);

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

    test("is rolled back by a defect and by an interruption, and the database remains usable", async () => {
      expect(Exit.hasDies(await run(Effect.exit(insert("dies", Effect.die("boom")))))).toBe(true);
      const inside = Promise.withResolvers<void>();
      const waiting = Effect.andThen(Effect.sync(inside.resolve), Effect.never);
      const fiber = Effect.runFork(insert("interrupted", waiting));
      await inside.promise;
      await run(Fiber.interrupt(fiber));
      await run(insert("fine", Effect.void));
      expect(await names()).toEqual(["fine"]);
    });

    test("calls afterCommit after a commit and afterRollback after a rollback", async () => {
      const seen: string[] = [];
      const logEnd = (name: string, end: Effect.Effect<void, string>) =>
        store.database.transaction((transaction) => {
          transaction.afterCommit(Effect.sync(() => void seen.push(name)));
          transaction.afterRollback(Effect.sync(() => void seen.push(`not ${name}`)));
          expect(seen).not.toContain(name);
          return end;
        });
      await run(logEnd("committed", Effect.void));
      await run(Effect.exit(logEnd("rolled back", Effect.fail("no"))));
      expect(seen).toEqual(["committed", "not rolled back"]);
    });

    test("completes afterCommit effects with the committed data, despite an interruption and a defect in one", async () => {
      const begun = Promise.withResolvers<void>();
      const seen: unknown[] = [];
      const follow = Effect.gen(function* () {
        seen.push((yield* Effect.orDie(store.collections.findByName("followed")))?.name);
        begun.resolve();
        yield* Effect.sleep(10);
        seen.push("end");
      });
      const inserted = store.database.transaction((transaction) => {
        transaction.afterCommit(Effect.die(new Error("a defect")));
        transaction.afterCommit(follow);
        transaction.afterCommit(Effect.sync(() => void seen.push("next")));
        return store.collections.insert(newCollection({ name: "followed" }), transaction);
      });
      const fiber = Effect.runFork(inserted);
      await begun.promise;
      await run(Fiber.interrupt(fiber));
      expect(seen).toEqual(["followed", "end", "next"]);
      expect(await names()).toEqual(["followed"]);
    });

    test("is invisible to readers before its commit and doesn't block them", async () => {
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

    test("reports a query that would block itself", async () => {
      const exit = await run(
        Effect.exit(store.database.transaction(() => store.collections.insert(newCollection({ name: "x" })))),
      );
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("must be given that transaction as `within`");
    });
  });

  test("SQL errors are internal and reveal nothing to callers", async () => {
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

  test("processes that open a new database at the same moment migrate it once", async () => {
    const { location, remove } = await createNewDatabase();
    const script = `
    import { open, newCollection } from ${fixture};
    import { Effect } from "effect";
    const store = await open(${JSON.stringify(location)});
    await Effect.runPromise(store.collections.insert(newCollection()));
    await store.close();
  `;
    const children = Array.from({ length: 4 }, () => spawn(process.execPath, nodeArguments(script), nodeOptions));
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as unknown));
    expect(codes).toEqual([0, 0, 0, 0]);
    const opened = await open(location);
    expect(await run(opened.collections.list({ limit: 0, offset: 0 }))).toMatchObject({ total: 4 });
    await opened.close();
    await remove();
  });

  test("committed data survives SIGKILL, and uncommitted data does not", async () => {
    const script = `
    import { open, newCollection } from ${fixture};
    import { Effect } from "effect";
    const store = await open(${JSON.stringify(store.location)});
    await Effect.runPromise(store.collections.insert(newCollection({ name: "durable" })));
    await Effect.runPromise(store.database.transaction((transaction) =>
      Effect.andThen(store.collections.insert(newCollection({ name: "half" }), transaction),
        Effect.sync(() => process.kill(process.pid, "SIGKILL")))));
  `;
    const child = spawnSync(process.execPath, nodeArguments(script), {
      ...nodeOptions,
      stdio: "pipe",
      encoding: "utf8",
    });
    expect([child.signal, child.stderr]).toEqual(["SIGKILL", ""]);
    expect(await names()).toEqual(["durable"]);
  });
};
