import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { JobEvent } from "@quarry/jobs";
import { Clock, Effect } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { job, type Opened } from "./fixture.ts";

const run = Effect.runPromise;
const LEASE = 60_000;
/** A lease that is already expired when it begins. */
const EXPIRED = -1;
const HOUR = 3_600_000;
/** No limit by number. */
const ALL = { completed: Number.MAX_SAFE_INTEGER, failed: Number.MAX_SAFE_INTEGER };

/** Suite for the job table on any database. */
export const jobQueueSuite = (openQueue: () => Promise<Opened>): void => {
  let opened: Opened;
  beforeEach(async () => void (opened = await openQueue()));
  afterEach(() => opened.close());

  const claim = (owner: string, leaseMs = LEASE, kinds = ["process"]) => run(opened.queue.claim(kinds, owner, leaseMs));
  const state = async (id: string) => (await run(opened.queue.find(id)))?.state;

  describe("enqueue", () => {
    test("stores its arguments, with defaults", async () => {
      expect(await run(opened.queue.enqueue(job("a", { payload: { deep: ["x", null, 1.5] } })))).toBe(true);
      expect(await run(opened.queue.find("a"))).toMatchObject({
        kind: "process",
        subject: "subject-of-a",
        payload: { deep: ["x", null, 1.5] },
        state: "queued",
        attempts: 0,
        maxAttempts: 5,
        error: null,
      });
    });

    test("accepts an id only once, whatever its state, unless a failed job is restarted", async () => {
      await run(opened.queue.enqueue(job("a")));
      expect(await run(opened.queue.enqueue(job("a")))).toBe(false);
      await claim("w#1");
      expect(await run(opened.queue.enqueue(job("a", { restartFinished: true })))).toBe(false);
      await run(opened.queue.fail("a", "w#1", { error: "no" }));
      expect(await run(opened.queue.enqueue(job("a")))).toBe(false);
      expect(await run(opened.queue.enqueue(job("a", { restartFinished: true })))).toBe(true);
      expect(await run(opened.queue.find("a"))).toMatchObject({ state: "queued", attempts: 0, error: null });
    });

    test("is part of the transaction, and wakes workers after the commit", async () => {
      const events: JobEvent[] = [];
      const unsubscribe = opened.queue.subscribe((event) => events.push(event));
      const enqueue = (id: string, end: Effect.Effect<void, string>) =>
        opened.database.transaction((transaction) =>
          Effect.gen(function* () {
            yield* opened.queue.enqueue(job(id), transaction);
            expect(events).toEqual([]);
            yield* end;
          }),
        );
      await run(Effect.exit(enqueue("never", Effect.fail("rolled back"))));
      expect(await run(opened.queue.find("never"))).toBeUndefined();
      await run(enqueue("a", Effect.void));
      expect(events).toEqual([{ type: "enqueued", kind: job("a").kind }]);
      unsubscribe();
      await run(opened.queue.enqueue(job("b")));
      expect(events).toHaveLength(1);
    });
  });

  describe("claim", () => {
    test("returns jobs of the requested kinds by their due time, and then in insertion order", async () => {
      const now = Date.now();
      await run(opened.queue.enqueue(job("later", { runAt: now - 1_000 })));
      await run(opened.queue.enqueue(job("first", { runAt: now - 2_000 })));
      await run(opened.queue.enqueue(job("second", { runAt: now - 2_000, kind: "other" })));
      await run(opened.queue.enqueue(job("strange", { runAt: now - 9_000, kind: "strange" })));
      await run(opened.queue.enqueue(job("future", { runAt: now + HOUR })));
      const ids = [];
      for (let count = 0; count < 4; count += 1) ids.push((await claim(`w#${count}`, LEASE, ["process", "other"]))?.id);
      expect(ids).toEqual(["first", "second", "later", undefined]);
      expect(await claim("w#9", LEASE, [])).toBeUndefined();
    });

    test("counts an attempt and locks the job until the lease expires", async () => {
      await run(opened.queue.enqueue(job("a")));
      expect(await claim("w#1", EXPIRED)).toMatchObject({
        id: "a",
        state: "active",
        attempts: 1,
        owner: "w#1",
        error: null,
      });
      const again = await claim("w#2");
      expect(again).toMatchObject({ id: "a", attempts: 2, owner: "w#2" });
      expect(again?.error).toContain("the worker stopped");
      expect(await claim("w#3")).toBeUndefined();
    });

    test("returns lost jobs before new ones", async () => {
      await run(opened.queue.enqueue(job("lost")));
      await claim("w#1", EXPIRED);
      await run(opened.queue.enqueue(job("new", { runAt: 0 })));
      expect((await claim("w#2"))?.id).toBe("lost");
    });
  });

  describe("lease ownership", () => {
    test("rejects changes by an owner whose lease was taken over", async () => {
      await run(opened.queue.enqueue(job("a")));
      await claim("w#1", EXPIRED);
      await claim("w#2");
      const before = await run(opened.queue.find("a"));
      expect(await run(opened.queue.heartbeat("a", "w#1", LEASE))).toBe(false);
      expect(await run(opened.queue.complete("a", "w#1"))).toBe(false);
      expect(await run(opened.queue.fail("a", "w#1", { error: "x" }))).toBe(false);
      expect(await run(opened.queue.handBack("a", "w#1"))).toBe(false);
      expect(await run(opened.queue.find("a"))).toEqual(before);
      expect(await run(opened.queue.heartbeat("a", "w#2", LEASE))).toBe(true);
      expect(await run(opened.queue.complete("a", "w#2"))).toBe(true);
      expect(await run(opened.queue.complete("a", "w#2"))).toBe(false);
    });

    test("is extended by a heartbeat in time", async () => {
      await run(opened.queue.enqueue(job("a")));
      await claim("w#1", EXPIRED);
      await run(opened.queue.heartbeat("a", "w#1", LEASE));
      expect(await claim("w#2")).toBeUndefined();
    });
  });

  describe("fail and handBack", () => {
    test("a retry waits until it is due, a failure without retry is final", async () => {
      await run(opened.queue.enqueue(job("a")));
      await claim("w#1");
      await run(opened.queue.fail("a", "w#1", { error: "rate limited", retryInMs: HOUR }));
      expect(await run(opened.queue.find("a"))).toMatchObject({ state: "queued", attempts: 1, error: "rate limited" });
      expect(await claim("w#2")).toBeUndefined();
      await run(opened.queue.enqueue(job("b")));
      await claim("w#3");
      await run(opened.queue.fail("b", "w#3", { error: "broken" }));
      expect(await run(opened.queue.find("b"))).toMatchObject({
        state: "failed",
        error: "broken",
        finishedAt: expect.any(Number),
      });
    });

    test("a job that is handed back has no counted attempt", async () => {
      await run(opened.queue.enqueue(job("a")));
      await claim("w#1");
      expect(await run(opened.queue.handBack("a", "w#1"))).toBe(true);
      expect(await claim("w#2")).toMatchObject({ attempts: 1 });
    });
  });

  test("leases of dead processes can be released immediately: all, or those of one owner", async () => {
    for (const id of ["a", "b", "c"]) await run(opened.queue.enqueue(job(id)));
    await claim("one#1");
    await claim("one#2");
    await claim("oneself#1");
    expect(await run(opened.queue.releaseOwnedBy("one"))).toBe(2);
    expect([await state("a"), await state("b"), await state("c")]).toEqual(["queued", "queued", "active"]);
    expect(await run(opened.queue.releaseAll)).toBe(1);
    expect(await run(opened.queue.find("c"))).toMatchObject({ state: "queued", attempts: 1, owner: null });
  });

  test("cancelBySubject deletes unfinished jobs, and only if its transaction commits", async () => {
    const events: JobEvent[] = [];
    opened.queue.subscribe((event) => void (event.type === "cancelled" && events.push(event)));
    await run(opened.queue.enqueue(job("done", { subject: "doc" })));
    await claim("w#1");
    await run(opened.queue.complete("done", "w#1"));
    await run(opened.queue.enqueue(job("active", { subject: "doc" })));
    await claim("w#2");
    await run(opened.queue.enqueue(job("queued", { subject: "doc" })));
    await run(opened.queue.enqueue(job("other", { subject: "doc2" })));
    const cancel = (end: Effect.Effect<void, string>) =>
      opened.database.transaction((transaction) =>
        Effect.andThen(opened.queue.cancelBySubject("doc", transaction), end),
      );
    await run(Effect.exit(cancel(Effect.fail("rolled back"))));
    expect([await state("active"), events.length]).toEqual(["active", 0]);
    await run(cancel(Effect.void));
    const states = await Promise.all(["done", "active", "queued", "other"].map(state));
    expect(states).toEqual(["completed", undefined, undefined, "queued"]);
    expect(events).toEqual([{ type: "cancelled", jobIds: expect.arrayContaining(["active", "queued"]) }]);
    expect(await run(opened.queue.heartbeat("active", "w#2", LEASE))).toBe(false);
    expect(await run(opened.queue.cancelBySubject("doc"))).toBe(0);
  });

  test("counts are exact, and pruning does not change them", async () => {
    // Written in bulk, because each through the queue would be three commits.
    const finished = Array.from({ length: 1_201 }, (_, index) => ({
      id: `job-${index}`,
      subject: "s",
      payload: "null",
      attempts: 1,
      max_attempts: 1,
      run_at: 0,
      created_at: 0,
      finished_at: index,
      kind: index % 2 === 0 ? "process" : "purge",
      state: index < 400 ? ("failed" as const) : ("completed" as const),
    }));
    for (let start = 0; start < finished.length; start += 200) {
      const some = finished.slice(start, start + 200);
      await run(opened.database.run((kysely) => kysely.insertInto("jobs").values(some).execute()));
    }
    for (const id of ["ends well", "ends badly"]) {
      await run(opened.queue.enqueue(job(id)));
      await claim(`w#${id}`);
    }
    await run(opened.queue.complete("ends well", "w#ends well"));
    await run(opened.queue.fail("ends badly", "w#ends badly", { error: "x" }));
    await run(opened.queue.enqueue(job("active")));
    await claim("w#active");
    await run(opened.queue.enqueue(job("ready")));
    await run(opened.queue.enqueue(job("waiting", { runAt: Date.now() + HOUR })));
    const expected = { queued: 1, pending: 1, processing: 1, completed: 802, failed: 401 };
    expect(await run(opened.queue.counts)).toEqual(expected);
    expect(await run(opened.queue.prune({ since: 0, ...ALL }))).toBe(0);
    // The database's clock, as measured, can be ahead of this process's.
    expect(await run(opened.queue.prune({ since: Date.now() + HOUR, ...ALL }))).toBe(1_203);
    expect(await run(opened.queue.find("job-0"))).toBeUndefined();
    expect(await run(opened.queue.counts)).toEqual(expected);
  });

  test("pruning retains the newest finished jobs of each kind, and all unfinished ones", async () => {
    const rows = ["process", "purge"].flatMap((kind) =>
      (["completed", "failed", "queued", "active"] as const).flatMap((state) =>
        Array.from({ length: 1_100 }, (_, index) => ({
          id: `${kind}-${state}-${index}`,
          kind,
          state,
          subject: "s",
          payload: "null",
          attempts: 1,
          max_attempts: 1,
          // Several at the same time, so that the order of their numbers decides.
          run_at: Math.floor(index / 7),
          created_at: 0,
          finished_at: state === "completed" || state === "failed" ? index : null,
        })),
      ),
    );
    for (let start = 0; start < rows.length; start += 200) {
      const some = rows.slice(start, start + 200);
      await run(opened.database.run((kysely) => kysely.insertInto("jobs").values(some).execute()));
    }
    const counts = await run(opened.queue.counts);
    expect(await run(opened.queue.prune({ since: 0, completed: 90, failed: 500 }))).toBe(2 * (1_010 + 600));
    const left = await run(
      opened.database.read((kysely) => kysely.selectFrom("jobs").select("id").orderBy("seq").execute()),
    );
    const retained = { completed: 90, failed: 500, queued: 1_100, active: 1_100 };
    const expected = rows.filter(({ state, id }) => Number(id.split("-")[2]) >= 1_100 - retained[state]);
    expect(left.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(await run(opened.queue.counts)).toEqual(counts);
    const listed = await run(opened.queue.list({ standing: "completed", kind: "purge", limit: 5, offset: 0 }));
    expect([listed.total, listed.items[0]?.id]).toEqual([90, "purge-completed-1099"]);
    expect(await run(opened.queue.prune({ since: 0, completed: 90, failed: 500 }))).toBe(0);
  });

  test("processes that claim from one queue receive every job exactly once", async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `job-${index}`);
    await run(Effect.forEach(ids, (id) => opened.queue.enqueue(job(id))));
    const script = `
    import { open } from ${JSON.stringify(new URL("./fixture.ts", import.meta.url).href)};
    import { Clock, Effect } from "effect";
    const { queue, close } = await open(JSON.parse(process.argv[1]));
    for (let count = 0; ; count += 1) {
      const owner = process.pid + "#" + count;
      const job = await Effect.runPromise(queue.claim(["process"], owner, 60_000));
      if (job === undefined) break;
      if (!(await Effect.runPromise(queue.complete(job.id, owner)))) throw new Error("lost " + job.id);
      console.log(job.id);
    }
    await close();
  `;
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, ["--input-type=module-typescript", "--eval", script, JSON.stringify(opened.location)], {
        cwd: new URL(".", import.meta.url),
        stdio: ["ignore", "pipe", "inherit"],
      }),
    );
    const outputs = await Promise.all(
      children.map(async (child) => {
        const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
        expect(code).toBe(0);
        return output.split("\n").filter((line) => line !== "");
      }),
    );
    expect(outputs.flat().toSorted()).toEqual(ids.toSorted());
    expect(await run(opened.queue.counts)).toMatchObject({ completed: 300, queued: 0, processing: 0 });
  });

  describe("a clock that is set back", () => {
    /** Runs an effect with a clock that is behind by `backMs`. */
    const behind = <A, E>(backMs: number, effect: Effect.Effect<A, E>): Promise<A> =>
      Effect.gen(function* () {
        const clock = yield* Clock.Clock;
        const currentTimeMillis = Effect.map(clock.currentTimeMillis, (time) => time - backMs);
        const currentTimeMillisUnsafe = () => clock.currentTimeMillisUnsafe() - backMs;
        return yield* Effect.provideService(effect, Clock.Clock, {
          ...clock,
          currentTimeMillis,
          currentTimeMillisUnsafe,
          sleep: (duration) => clock.sleep(duration),
        });
      }).pipe(run);
    const claimWithClockBack = (backMs: number, owner: string) =>
      behind(backMs, opened.queue.claim(["process"], owner, LEASE));

    test("does not delay due jobs until it has caught up", async () => {
      await run(opened.queue.enqueue(job("a")));
      await run(opened.queue.enqueue(job("b")));
      await run(opened.queue.enqueue(job("later", { runAt: Date.now() + HOUR })));
      expect(await claim("w#1")).toMatchObject({ id: "a" });
      expect(await claimWithClockBack(HOUR, "w#2")).toMatchObject({ id: "b" });
      expect(await claimWithClockBack(HOUR, "w#3")).toBeUndefined();
    });

    test("does not delay due jobs at startup", async () => {
      await run(opened.queue.enqueue(job("a")));
      await behind(HOUR, opened.queue.releaseAll);
      expect(await claimWithClockBack(HOUR, "w#1")).toMatchObject({ id: "a" });
    });

    test("shifts delayed jobs as well, once, and preserves their order", async () => {
      await run(opened.queue.enqueue(job("later", { runAt: Date.now() + 2 * HOUR })));
      await run(opened.queue.enqueue(job("past", { runAt: Date.now() - 4 * HOUR })));
      await behind(HOUR, opened.queue.releaseAll);
      await behind(HOUR, opened.queue.releaseAll);
      expect(await claimWithClockBack(HOUR, "w#1")).toMatchObject({ id: "past" });
      const { runAt, createdAt } = (await run(opened.queue.find("later")))!;
      // Shifted by one hour, not by two.
      expect(runAt).toBeGreaterThan(Date.now() + HOUR / 2);
      expect(runAt).toBeLessThanOrEqual(Date.now() + HOUR);
      expect(createdAt).toBeLessThanOrEqual(Date.now() - HOUR);
    });

    test("leaves an active job with its owner", async () => {
      await run(opened.queue.enqueue(job("a")));
      await claim("w#1");
      expect(await claimWithClockBack(HOUR, "w#2")).toBeUndefined();
      expect(await run(opened.queue.complete("a", "w#1"))).toBe(true);
    });
  });
};
