import { done, failed, type Job, type JobHandler, parked } from "@quarry/jobs";
import { slicesOf } from "@quarry/plugin/domain";
import type { JobsTable } from "@quarry/store";
import { Deferred, Effect } from "effect";
import type { Insertable } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { job, open, type Opened } from "./fixture.ts";

const run = Effect.runPromise;
const LEASE = 60_000;
const HOUR = 3_600_000;
const WAIT = { for: "provider", until: 1_900_000_000_000, memory: { since: 5 } };
const park = (over: Partial<Parameters<Opened["queue"]["park"]>[2]> = {}) => ({
  ...{ error: "waits for provider", afterMs: HOUR, wait: WAIT },
  ...over,
});

/** Suite for jobs that wait for an external party, on any queue. */
export const parkSuite = (openQueue: () => Promise<Opened>): void => {
  let opened: Opened;
  let stop: () => Promise<void> = async () => {};
  beforeEach(async () => void (opened = await openQueue()));
  afterEach(async () => {
    await stop();
    stop = async () => {};
    await opened.close();
  });

  const find = (id: string) => run(opened.queue.find(id));
  const claim = (owner: string, leaseMs = LEASE) => run(opened.queue.claim(["process"], owner, leaseMs));
  /** If tickets are handed out, a claim can take a moment. */
  const claimed = (owner: string): Promise<Job> =>
    vi.waitFor(
      async () => {
        const found = await claim(owner);
        expect(found).toBeDefined();
        return found!;
      },
      { timeout: 20_000, interval: 20 },
    );
  const inState = (id: string, state: string) =>
    vi.waitFor(async () => expect((await find(id))?.state).toBe(state), { timeout: 50_000, interval: 5 });

  test("a parked job has no counted attempt, waits until it is due, and retains its wait if its process dies", async () => {
    await run(opened.queue.enqueue(job("a")));
    await claimed("w#1");
    expect(await run(opened.queue.park("a", "thief#1", park()))).toBe(false);
    expect(await run(opened.queue.park("a", "w#1", park()))).toBe(true);
    expect(await find("a")).toMatchObject({
      ...{ state: "queued", attempts: 0, error: "waits for provider", wait: WAIT, isParked: true, owner: null },
    });
    expect(await run(opened.queue.counts)).toMatchObject({ queued: 0, pending: 1, processing: 0 });
    expect(await claim("w#2")).toBeUndefined();
    expect(await run(opened.queue.wake(["process"]))).toBe(1);
    const again = await claimed("w#3");
    expect(again).toMatchObject({ attempts: 1, wait: WAIT, isParked: false });
    // As if the process had been killed.
    await run(opened.queue.releaseAll);
    expect(await claimed("w#4")).toMatchObject({ attempts: 2, wait: WAIT });
    await run(opened.queue.complete("a", "w#4"));
    expect(await find("a")).toMatchObject({ state: "completed", wait: null, isParked: false });
  });

  test("wake releases only jobs of the given kinds that wait for the given provider", async () => {
    for (const id of ["a", "b", "c"]) {
      await run(opened.queue.enqueue(job(id)));
      await claimed(`${id}#1`);
    }
    await run(opened.queue.park("a", "a#1", park()));
    await run(opened.queue.park("b", "b#1", park({ wait: { ...WAIT, for: "another" } })));
    await run(opened.queue.fail("c", "c#1", { error: "no", retryInMs: HOUR }));
    expect(await run(opened.queue.wake(["other"], "provider"))).toBe(0);
    expect(await run(opened.queue.wake(["process"], "provider"))).toBe(1);
    expect((await claimed("w#1")).id).toBe("a");
    expect(await claim("w#2")).toBeUndefined();
    expect(await run(opened.queue.wake(["process"], "provider"))).toBe(0);
  });

  test("a family is parked with its first job, except delayed jobs and other families", async () => {
    const family = "herons";
    for (const id of ["a", "b"]) await run(opened.queue.enqueue(job(id, { family })));
    await run(opened.queue.enqueue(job("later", { family, runAt: Date.now() + 2 * HOUR })));
    const first = await claimed("w#1");
    expect(first.id).toBe("a");
    await run(opened.queue.enqueue(job("stranger", { family: "egrets" })));
    await run(opened.queue.park("a", "w#1", park({ withFamily: true })));
    expect(await find("b")).toMatchObject({ state: "queued", attempts: 0, isParked: true, wait: WAIT });
    expect(await find("later")).toMatchObject({ isParked: false, wait: null });
    expect((await claimed("w#2")).id).toBe("stranger");
    expect(await claim("w#3")).toBeUndefined();
    await run(opened.queue.wake(["process"]));
    // A job's stored state of its own wait is not replaced by another job's.
    await claimed("w#4");
    const later = { ...WAIT, memory: { since: 9 } };
    await run(opened.queue.park("a", "w#4", park({ withFamily: true, wait: later })));
    expect((await find("a"))?.wait).toEqual(later);
    expect((await find("b"))?.wait).toEqual(WAIT);
  });

  test("a family of any size is parked and woken as a whole", async () => {
    const family = "starlings";
    await run(opened.queue.enqueue(job("first", { family })));
    await claimed("w#1");
    const rows = Array.from({ length: 1_100 }, (_, index) => ({
      ...{ id: `other-${index}`, kind: "process", subject: "s", family, caller: "", payload: "null", state: "queued" },
      ...{ attempts: 0, max_attempts: 5, run_at: 1_000 + (index % 3), line: 1, created_at: 0 },
    })) as readonly Insertable<JobsTable>[];
    for (const slice of slicesOf(rows, 100)) {
      await run(opened.database.run((kysely) => kysely.insertInto("jobs").values(slice).execute()));
    }
    await run(opened.queue.park("first", "w#1", park({ withFamily: true })));
    expect(await run(opened.queue.counts)).toMatchObject({ queued: 0, pending: 1_101 });
    expect(await run(opened.queue.wake(["process"], "provider"))).toBe(1_101);
    expect(await run(opened.queue.counts)).toMatchObject({ queued: 1_101, pending: 0 });
  });

  test("an idle job lends its slot, up to a limit of lent slots", async () => {
    const open = await run(Deferred.make<void>());
    const running: string[] = [];
    const handler: JobHandler<never> = {
      run: ({ id }, hold) =>
        Effect.gen(function* () {
          running.push(id);
          if (id === "works") return done;
          hold.setIdle(true);
          yield* Deferred.await(open);
          hold.setIdle(false);
          return done;
        }),
    };
    const ids = ["first", "second", "third", "works"];
    for (const id of ids) await run(opened.queue.enqueue(job(id)));
    stop = opened.work({ kinds: { process: handler }, concurrency: 1 });
    await vi.waitUntil(() => running.length === 3, { timeout: 20_000 });
    // One slot of its own, and two lent ones.
    expect((await find("works"))?.state).toBe("queued");
    await run(Deferred.succeed(open, undefined));
    for (const id of ids) await inState(id, "completed");
    expect(running.toSorted()).toEqual(ids.toSorted());
  });

  test("repeated parking uses up no attempts, and the final failure reports its cause", async () => {
    const reported: unknown[] = [];
    let runs = 0;
    const handler: JobHandler<never> = {
      run: ({ attempts, wait }) =>
        Effect.sync(() => {
          runs += 1;
          reported.push([attempts, wait?.memory ?? null]);
          const memory = { runs };
          return runs < 8 ? parked(park({ afterMs: 1, wait: { ...WAIT, memory } })) : failed("gave up", "provider");
        }),
      onExhausted: (_, lastError, by) => Effect.sync(() => void reported.push([lastError, by])),
    };
    await run(opened.queue.enqueue(job("a", { maxAttempts: 2 })));
    stop = opened.work({ kinds: { process: handler } });
    await inState("a", "failed");
    expect(reported).toEqual([
      [1, null],
      ...Array.from({ length: 7 }, (_, index) => [1, { runs: index + 1 }]),
      ["gave up", "provider"],
    ]);
    expect(await find("a")).toMatchObject({ attempts: 1, error: "gave up", wait: null });
  });

  test("another process resumes a parked job with its wait", async () => {
    const other = await open(opened.location);
    try {
      await run(opened.queue.enqueue(job("a")));
      await claimed("one#1");
      await run(opened.queue.park("a", "one#1", park({ afterMs: 1 })));
      const waits = Promise.withResolvers<Job["wait"]>();
      const handler: JobHandler<never> = {
        run: ({ wait }) =>
          Effect.as(
            Effect.sync(() => waits.resolve(wait)),
            done,
          ),
      };
      const stopOther = other.work({ kinds: { process: handler }, owner: "two" });
      expect(await waits.promise).toEqual(WAIT);
      await inState("a", "completed");
      await stopOther();
    } finally {
      await other.close();
    }
  });

  test("a parked job is cancelled like any other", async () => {
    await run(opened.queue.enqueue(job("a", { subject: "doc" })));
    await claimed("w#1");
    await run(opened.queue.park("a", "w#1", park()));
    expect(await run(opened.queue.cancelBySubject("doc"))).toBe(1);
    expect(await find("a")).toBeUndefined();
  });
};
