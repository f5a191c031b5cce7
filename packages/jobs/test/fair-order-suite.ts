import { done, type Job, type JobHandler, type NewJob, onBehalfOf } from "@quarry/jobs";
import { Deferred, Effect } from "effect";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { job, open, type Opened } from "./fixture.ts";

const run = Effect.runPromise;
const LEASE = 60_000;
/** A lease that is already expired when it begins. */
const EXPIRED = -1;
const HOUR = 3_600_000;
const WAIT = { timeout: 50_000, interval: 5 };

/** Suite for fair scheduling on any queue. */
export const fairOrderSuite = (openQueue: () => Promise<Opened>): void => {
  let opened: Opened;
  let stop: () => Promise<void> = async () => {};
  beforeEach(async () => void (opened = await openQueue()));
  afterEach(async () => {
    await stop();
    stop = async () => {};
    await opened.close();
  });

  let claims = 0;
  const owner = () => `w#${(claims += 1)}`;
  /** If tickets are handed out, a claim can take a moment. */
  const claimed = (from: Opened = opened): Promise<Job> =>
    vi.waitFor(async () => {
      const found = await run(from.queue.claim(["process"], owner(), LEASE));
      expect(found).toBeDefined();
      return found!;
    }, WAIT);
  const claimMany = async (count: number, from: Opened = opened) => {
    const jobs: Job[] = [];
    while (jobs.length < count) jobs.push(await claimed(from));
    return jobs;
  };
  const idsOf = (jobs: readonly Job[]) => jobs.map(({ id }) => id);
  /** Enqueues jobs in one transaction, as a batch of files does. */
  const enqueueAs = (caller: string, jobs: readonly NewJob[]) =>
    run(
      opened.database
        .transaction((transaction) =>
          Effect.forEach(jobs, (each) => opened.queue.enqueue(each, transaction), { discard: true }),
        )
        .pipe(onBehalfOf(caller)),
    );
  /** Returns `count` jobs in `families` families. */
  const jobsOf = (name: string, count: number, families = 1) =>
    Array.from({ length: count }, (_, index) =>
      job(`${name}-${index}`, { family: `${name}/${index % families}`, runAt: 1_000 + index }),
    );
  const callersOf = (jobs: readonly Job[]) => jobs.map(({ id }) => id.split("-")[0]!);
  const countsOf = (names: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));

  describe("callers", () => {
    test("a caller gets its turn although another has 400 jobs waiting, repeatedly", async () => {
      await enqueueAs("loud", jobsOf("loud", 400));
      await claimMany(3);
      for (let round = 0; round < 3; round += 1) {
        await enqueueAs("quiet", [job(`quiet-${round}`)]);
        expect(idsOf(await claimMany(2))).toContain(`quiet-${round}`);
      }
    });

    test("a caller with many collections gets no more turns than one with a single collection", async () => {
      await enqueueAs("broad", jobsOf("broad", 600, 200));
      await enqueueAs("narrow", jobsOf("narrow", 30));
      await enqueueAs("third", jobsOf("third", 30, 10));
      const jobs = await claimMany(45);
      expect(countsOf(callersOf(jobs))).toEqual({ broad: 15, narrow: 15, third: 15 });
      // Each of its collections is served once before any is served twice.
      const broad = jobs.filter(({ id }) => id.startsWith("broad"));
      expect(new Set(broad.map(({ family }) => family)).size).toBe(15);
      expect(countsOf(jobs.filter(({ id }) => id.startsWith("third")).map(({ family }) => family))).toEqual(
        Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`third/${index}`, index < 5 ? 2 : 1])),
      );
    });

    test("jobs without a caller share one turn", async () => {
      await run(Effect.forEach(jobsOf("nobody", 40, 20), (each) => opened.queue.enqueue(each)));
      await enqueueAs("known", jobsOf("known", 40));
      expect(countsOf(callersOf(await claimMany(20)))).toEqual({ nobody: 10, known: 10 });
    });

    test("jobs within a collection are ordered by their due time, and then by insertion", async () => {
      const at = (id: string, runAt: number) => job(id, { family: "f", runAt });
      await enqueueAs("a", [at("third", 9_000), at("first", 1_000), at("second", 1_000), at("fourth", 9_000)]);
      expect(idsOf(await claimMany(4))).toEqual(["first", "second", "third", "fourth"]);
    });

    test("callers get their turns in the same way after a process starts", async () => {
      await enqueueAs("loud", jobsOf("loud", 100, 10));
      await enqueueAs("quiet", jobsOf("quiet", 3));
      for (let start = 0; start < 3; start += 1) {
        const next = await open(opened.location);
        expect(callersOf(await claimMany(2, next))).toContain("quiet");
        await next.close();
      }
    });

    test("callers get their turns in each of several processes", async () => {
      const other = await open(opened.location);
      await enqueueAs("loud", jobsOf("loud", 100));
      await enqueueAs("quiet", jobsOf("quiet", 20));
      const both = await Promise.all([claimMany(10), claimMany(10, other)]);
      for (const jobs of both) expect(countsOf(callersOf(jobs))).toEqual({ loud: 5, quiet: 5 });
      expect(new Set(idsOf(both.flat())).size).toBe(20);
      await other.close();
    });
  });

  describe("a caller without due jobs", () => {
    test("takes no turn: delayed, parked, cancelled and deleted jobs are skipped", async () => {
      await enqueueAs(
        "later",
        jobsOf("later", 50, 50).map((each) => ({ ...each, runAt: Date.now() + HOUR })),
      );
      await enqueueAs(
        "gone",
        jobsOf("gone", 50, 50).map((each) => ({ ...each, subject: "gone" })),
      );
      await run(opened.queue.cancelBySubject("gone"));
      await enqueueAs("removed", jobsOf("removed", 50, 50));
      await run(opened.database.run((kysely) => kysely.deleteFrom("jobs").where("id", "like", "removed-%").execute()));
      await enqueueAs("parked", jobsOf("parked", 50));
      const parked = await claimed();
      const wait = { for: "provider", until: null, memory: null };
      const park = { error: "waits", afterMs: HOUR, wait, withFamily: true };
      expect(await run(opened.queue.park(parked.id, parked.owner!, park))).toBe(true);
      await enqueueAs("ready", jobsOf("ready", 3));
      expect(idsOf(await claimMany(3))).toEqual(["ready-0", "ready-1", "ready-2"]);
      expect(await run(opened.queue.claim(["process"], owner(), LEASE))).toBeUndefined();
      expect(await run(opened.queue.counts)).toMatchObject({ queued: 0, pending: 100, processing: 3 });
      // It is scheduled again when it is woken.
      expect(await run(opened.queue.wake(["process"], "provider"))).toBe(50);
      await enqueueAs("ready", jobsOf("again", 10));
      expect(countsOf(callersOf(await claimMany(10)))).toEqual({ parked: 5, again: 5 });
    });

    test("gets its turns as soon as its jobs are due, however many become due at once", async () => {
      await enqueueAs(
        "late",
        jobsOf("late", 600, 3).map((each) => ({ ...each, runAt: Date.now() + HOUR })),
      );
      await enqueueAs("ready", jobsOf("ready", 20));
      await run(opened.database.run((kysely) => kysely.updateTable("jobs").set({ run_at: 5 }).execute()));
      expect(countsOf(callersOf(await claimMany(20)))).toEqual({ late: 10, ready: 10 });
      // They were woken in batches, and all of them are queued by now.
      const waiting = await run(
        opened.database.read((kysely) => kysely.selectFrom("jobs").select("id").where("line", "=", 2).execute()),
      );
      expect(waiting).toEqual([]);
    });
  });

  test("jobs written by an older version get their turns, including parked ones", async () => {
    const row = { kind: "process", subject: "s", payload: "null", attempts: 0, max_attempts: 5, created_at: 0 };
    const ofOlder = (
      id: string,
      over: { readonly run_at: number; readonly state?: "completed"; readonly waits?: string },
    ) => {
      const waits = over.waits === undefined ? {} : { waits_for: "provider", waits: over.waits };
      return { ...row, state: over.state ?? "queued", run_at: over.run_at, id, ...waits } as const;
    };
    const memory = JSON.stringify({ for: "provider", until: null, memory: null });
    await run(
      opened.database.run((kysely) =>
        kysely
          .insertInto("jobs")
          .values([
            ofOlder("waits", { run_at: 1 }),
            ofOlder("parked", { run_at: Date.now() + HOUR, waits: memory }),
            ofOlder("ended", { run_at: 1, state: "completed" }),
            { ...ofOlder("of-family", { run_at: 2 }), family: "f" },
          ])
          .execute(),
      ),
    );
    expect(await run(opened.queue.wake(["process"], "provider"))).toBe(1);
    expect(new Set(idsOf(await claimMany(3)))).toEqual(new Set(["waits", "parked", "of-family"]));
    expect(await run(opened.queue.claim(["process"], owner(), LEASE))).toBeUndefined();
  });

  test("jobs that are retried, handed back or requeued use their caller's turns", async () => {
    await enqueueAs("quiet", [job("quiet-retried"), job("quiet-back"), job("quiet-failed")]);
    for (const each of await claimMany(3)) {
      if (each.id === "quiet-retried") await run(opened.queue.fail(each.id, each.owner!, { error: "x", retryInMs: 0 }));
      else if (each.id === "quiet-back") await run(opened.queue.handBack(each.id, each.owner!));
      else await run(opened.queue.fail(each.id, each.owner!, { error: "x" }));
    }
    expect(await run(opened.queue.requeue("quiet-failed"))).toBe(true);
    await enqueueAs("loud", jobsOf("loud", 100, 10));
    expect(countsOf(callersOf(await claimMany(6)))).toEqual({ loud: 3, quiet: 3 });
  });

  test("a lost job comes before all turns", async () => {
    await enqueueAs("loud", jobsOf("loud", 3));
    await enqueueAs("quiet", jobsOf("quiet", 3));
    const lost = await vi.waitFor(async () => {
      const found = await run(opened.queue.claim(["process"], owner(), EXPIRED));
      expect(found).toBeDefined();
      return found!;
    }, WAIT);
    const limits = { leased: [], newCallersOnly: false };
    expect((await run(opened.queue.claim(["process"], owner(), LEASE, limits)))?.id).not.toBe(lost.id);
    expect((await claimed()).id).toBe(lost.id);
  });

  test("a claim skips collections with an active job, and with newCallersOnly also their callers", async () => {
    await enqueueAs("a", [job("a-0", { family: "x" }), job("a-1", { family: "x" }), job("a-2", { family: "y" })]);
    const [held] = await claimMany(1);
    const guest = (holders: readonly Job[], newCallersOnly: boolean) =>
      run(opened.queue.claim(["process"], owner(), LEASE, { leased: holders, newCallersOnly }));
    expect(held).toMatchObject({ id: "a-0", family: "x" });
    expect(await guest([held!], true)).toBeUndefined();
    const second = await guest([held!], false);
    expect(second).toMatchObject({ id: "a-2", family: "y", caller: held!.caller });
    expect(await guest([held!, second!], false)).toBeUndefined();
    // The same collection under another key belongs to another caller.
    await enqueueAs("b", [job("b-0", { family: "x" })]);
    expect(await guest([held!, second!], true)).toMatchObject({ id: "b-0" });
    expect(await run(opened.queue.counts)).toMatchObject({ queued: 1, processing: 3 });
  });

  describe("workers", () => {
    /** Creates jobs that run until the test releases them. */
    const held = () => {
      const running: string[] = [];
      const ends = new Map<string, Deferred.Deferred<void>>();
      const handler: JobHandler<never> = {
        run: ({ id }) =>
          Effect.gen(function* () {
            const end = yield* Deferred.make<void>();
            ends.set(id, end);
            running.push(id);
            yield* Deferred.await(end);
            running.splice(running.indexOf(id), 1);
            return done;
          }),
      };
      const end = (id: string) => run(Deferred.succeed(ends.get(id)!, undefined));
      const become = (...ids: string[]) => vi.waitFor(() => expect(running.toSorted()).toEqual(ids.toSorted()), WAIT);
      return { handler, end, become };
    };

    test("start another caller's job next to long ones, however many of those wait", async () => {
      const { handler, end, become } = held();
      await enqueueAs("loud", jobsOf("loud", 20));
      stop = opened.work({ kinds: { process: handler }, concurrency: 2, guestSlots: 2, stopGraceMs: 0 });
      await become("loud-0", "loud-1");
      // Another collection of the same caller gets one slot; the last slot is reserved for callers that have none.
      await enqueueAs("loud", jobsOf("more", 5, 5));
      await become("loud-0", "loud-1", "more-0");
      await enqueueAs("quiet", jobsOf("quiet", 2));
      await become("loud-0", "loud-1", "more-0", "quiet-0");
      await enqueueAs("fourth", jobsOf("fourth", 1));
      await end("quiet-0");
      await become("loud-0", "loud-1", "more-0", "fourth-0");
      await end("more-0");
      await end("loud-0");
      // Three are running, and no caller with a slot gets an additional one.
      await become("loud-1", "fourth-0", "quiet-1");
      await end("fourth-0");
      await end("quiet-1");
      await become("loud-1", "more-1", "more-2");
    });

    test("start another caller's job even with a single slot", async () => {
      const { handler, end, become } = held();
      await enqueueAs("loud", jobsOf("loud", 3));
      stop = opened.work({ kinds: { process: handler }, concurrency: 1, guestSlots: 1, stopGraceMs: 0 });
      await become("loud-0");
      await enqueueAs("quiet", jobsOf("quiet", 2));
      await become("loud-0", "quiet-0");
      await end("quiet-0");
      await become("loud-0", "quiet-1");
    });

    test("reserve no slots without guestSlots", async () => {
      const { handler, end, become } = held();
      await enqueueAs("loud", jobsOf("loud", 3));
      stop = opened.work({ kinds: { process: handler }, concurrency: 2, stopGraceMs: 0 });
      await become("loud-0", "loud-1");
      await enqueueAs("quiet", jobsOf("quiet", 1));
      await end("loud-0");
      await become("loud-1", "quiet-0");
    });

    test("enqueue a job's follow-up job for the same caller", async () => {
      await enqueueAs("a", [job("a-0")]);
      const handler: JobHandler<never> = {
        run: () => Effect.as(opened.queue.enqueue(job("child", { kind: "other" })), done),
      };
      stop = opened.work({ kinds: { process: handler } });
      const child = await vi.waitFor(async () => {
        const found = await run(opened.queue.find("child"));
        expect(found).toBeDefined();
        return found!;
      }, WAIT);
      expect(child.caller).toBe((await run(opened.queue.find("a-0")))!.caller);
      expect(child.caller).not.toBe("");
    });
  });
};
