import { spawn } from "node:child_process";
import { once } from "node:events";
import { done, failed, type JobHandler, JobLostError, retry } from "@quarry/jobs";
import { Effect, Exit } from "effect";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { job, type Opened } from "./fixture.ts";

const run = Effect.runPromise;
const LEASE_MS = 120_000;

/** Suite for `runWorkers` on any queue. */
export const runWorkersSuite = (openQueue: () => Promise<Opened>): void => {
  let opened: Opened;
  let stop: () => Promise<void> = async () => {};
  beforeEach(async () => void (opened = await openQueue()));
  afterEach(async () => {
    await stop();
    stop = async () => {};
    await opened.close();
  });

  const find = (id: string) => run(opened.queue.find(id));
  const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 50_000, interval: 5 });
  const inState = (id: string, state: string) => until(async () => expect((await find(id))?.state).toBe(state));
  /** Simulates a claim by another worker after the lease expired. */
  const steal = (id: string) =>
    run(
      opened.database.run((kysely) =>
        kysely.updateTable("jobs").set({ owner: "thief#1" }).where("id", "=", id).execute(),
      ),
    );

  /** Creates a handler that runs until it is interrupted, and reports both start and interruption. */
  const endless = () => {
    const began = Promise.withResolvers<void>();
    const interrupted = Promise.withResolvers<void>();
    const handler: JobHandler<never> = {
      run: () =>
        Effect.andThen(Effect.sync(began.resolve), Effect.never).pipe(
          Effect.onInterrupt(() => Effect.sync(interrupted.resolve)),
        ),
    };
    return { handler, began: began.promise, interrupted: interrupted.promise };
  };

  const flaky = (failure: Effect.Effect<never, unknown>): JobHandler<never> => ({
    run: ({ attempts }) => (attempts < 2 ? failure : Effect.succeed(done)),
  });

  describe("jobs", () => {
    test("all run once, never more at a time than the concurrency", async () => {
      let running = 0;
      let most = 0;
      const seen: string[] = [];
      // The first ones wait for each other, however slow the disk is that claims are written to.
      const together = Promise.withResolvers<void>();
      const handler: JobHandler<never> = {
        run: ({ id }) =>
          Effect.gen(function* () {
            running += 1;
            most = Math.max(most, running);
            if (running === 3) together.resolve();
            yield* Effect.promise(() => together.promise);
            yield* Effect.sleep(1);
            running -= 1;
            seen.push(id);
            return done;
          }),
      };
      await run(
        Effect.forEach(
          Array.from({ length: 20 }, (_, index) => `a${index}`),
          (id) => opened.queue.enqueue(job(id)),
        ),
      );
      stop = opened.work({ kinds: { process: handler }, concurrency: 3 });
      await run(
        Effect.forEach(
          Array.from({ length: 20 }, (_, index) => `b${index}`),
          (id) => opened.queue.enqueue(job(id)),
        ),
      );
      await until(async () => expect(await run(opened.queue.counts)).toMatchObject({ completed: 40 }));
      expect(new Set(seen).size).toBe(40);
      expect(seen).toHaveLength(40);
      expect(most).toBe(3);
    });

    test.each([0, 20])("start without a poll when enqueued locally, gathered for %i ms", async (gatherMs) => {
      stop = opened.work({ kinds: { process: { run: () => Effect.succeed(done) } }, pollMs: 3_600_000, gatherMs });
      await run(opened.queue.enqueue(job("first")));
      await inState("first", "completed");
      await run(opened.queue.enqueue(job("second")));
      await inState("second", "completed");
      expect(await run(opened.queue.counts)).toMatchObject({ completed: 2, queued: 0, processing: 0 });
    });

    test("of another kind are ignored", async () => {
      await run(opened.queue.enqueue(job("other", { kind: "other" })));
      stop = opened.work({ kinds: { process: { run: () => Effect.succeed(done) } } });
      await run(opened.queue.enqueue(job("mine")));
      await inState("mine", "completed");
      expect((await find("other"))?.state).toBe("queued");
    });
  });

  describe("a failed attempt", () => {
    test.each([
      ["a failure", Effect.fail(new Error("nope")), "nope"],
      ["a failure that is not an Error", Effect.fail("just text"), "just text"],
      ["a defect", Effect.die(new Error("bug")), "bug"],
      ["a handler that interrupts itself", Effect.interrupt, "interrupt"],
    ])("%s is retried after a delay, and its message is stored", async (_, failure, message) => {
      await run(opened.queue.enqueue(job("a")));
      stop = opened.work({ kinds: { process: flaky(failure) } });
      await until(async () => expect((await find("a"))?.error).toContain(message));
      expect(await find("a")).toMatchObject({ state: "queued", attempts: 1 });
    });

    test("is retried until done if the handler requests it", async () => {
      await run(opened.queue.enqueue(job("a")));
      const handler: JobHandler<never> = {
        run: ({ attempts }) => Effect.succeed(attempts < 3 ? retry("busy", 1) : done),
      };
      stop = opened.work({ kinds: { process: handler } });
      await inState("a", "completed");
      expect(await find("a")).toMatchObject({ attempts: 3 });
    });

    test("is final when attempts are used up: the hook runs before the job fails", async () => {
      const reported: unknown[] = [];
      await run(opened.queue.enqueue(job("a", { maxAttempts: 3 })));
      stop = opened.work({
        kinds: {
          process: {
            run: ({ attempts }) => Effect.succeed(retry(`attempt ${attempts}`, 0)),
            onExhausted: ({ id }, lastError) =>
              Effect.map(opened.queue.find(id), (found) => void reported.push([id, lastError, found?.state])),
          },
        },
      });
      await inState("a", "failed");
      expect(await find("a")).toMatchObject({ attempts: 3, error: "attempt 3" });
      expect(reported).toEqual([["a", "attempt 3", "active"]]);
    });

    test("is not retried if the handler reports a permanent failure", async () => {
      const reported: string[] = [];
      await run(opened.queue.enqueue(job("a")));
      const handler: JobHandler<never> = {
        run: () => Effect.succeed(failed("the file is encrypted")),
        onExhausted: (_, lastError) => Effect.sync(() => void reported.push(lastError)),
      };
      stop = opened.work({ kinds: { process: handler } });
      await inState("a", "failed");
      expect([(await find("a"))?.attempts, reported]).toEqual([1, ["the file is encrypted"]]);
    });

    test("whose hook fails is not lost: the hook runs again", async () => {
      let hooks = 0;
      await run(opened.queue.enqueue(job("a", { maxAttempts: 1 })));
      const handler: JobHandler<never> = {
        run: () => Effect.succeed(retry("no")),
        onExhausted: () => Effect.suspend(() => ((hooks += 1) === 1 ? Effect.die("database away") : Effect.void)),
      };
      stop = opened.work({ kinds: { process: handler } });
      await inState("a", "failed");
      expect([hooks, (await find("a"))?.error]).toEqual([2, "no"]);
    });
  });

  describe("a lost job", () => {
    test("interrupts its handler at the next heartbeat, and the other worker remains the owner", async () => {
      const { handler, began, interrupted } = endless();
      await run(opened.queue.enqueue(job("a")));
      stop = opened.work({ kinds: { process: handler }, heartbeatMs: 10 });
      await began;
      await steal("a");
      await interrupted;
      expect(await find("a")).toMatchObject({ state: "active", owner: "thief#1", attempts: 1 });
    });

    test("interrupts its handler immediately if it was cancelled", async () => {
      const { handler, began, interrupted } = endless();
      await run(opened.queue.enqueue(job("a")));
      stop = opened.work({ kinds: { process: handler }, heartbeatMs: 3_600_000, leaseMs: 7_200_000 });
      await began;
      await run(opened.queue.cancelBySubject("subject-of-a"));
      await interrupted;
      expect(await find("a")).toBeUndefined();
    });

    test("deleted by others interrupts its handler after recheckLeases, before the next heartbeat", async () => {
      const { handler, began, interrupted } = endless();
      await run(opened.queue.enqueue(job("a")));
      stop = opened.work({ kinds: { process: handler }, heartbeatMs: 3_600_000, leaseMs: 7_200_000 });
      await began;
      await run(
        opened.database.transaction((transaction) =>
          Effect.andThen(
            opened.database.run((kysely) => kysely.deleteFrom("jobs").execute(), transaction),
            opened.queue.recheckLeases(transaction),
          ),
        ),
      );
      await interrupted;
      expect(await find("a")).toBeUndefined();
    });

    test("can't write its result: completing it rolls the transaction back", async () => {
      const outcome = Promise.withResolvers<Exit.Exit<unknown, unknown>>();
      const handler: JobHandler<never> = {
        run: (_, hold) =>
          Effect.gen(function* () {
            yield* Effect.promise(() => steal("a"));
            const write = opened.database.transaction((transaction) =>
              Effect.andThen(
                opened.database.run(
                  (kysely) => kysely.insertInto("meta").values({ name: "result", value: "stale" }).execute(),
                  transaction,
                ),
                hold.complete(transaction),
              ),
            );
            outcome.resolve(yield* Effect.exit(write));
            return done;
          }),
      };
      await run(opened.queue.enqueue(job("a")));
      stop = opened.work({ kinds: { process: handler } });
      const exit = await outcome.promise;
      expect(await run(Effect.flip(exit))).toBeInstanceOf(JobLostError);
      expect(await run(opened.database.read((kysely) => kysely.selectFrom("meta").selectAll().execute()))).toEqual([]);
      await stop();
      expect(await find("a")).toMatchObject({ state: "active", owner: "thief#1" });
    });

    test("a long job with heartbeats is not lost", async () => {
      let runs = 0;
      const began = Promise.withResolvers<void>();
      const resume = Promise.withResolvers<void>();
      const handler: JobHandler<never> = {
        run: () =>
          Effect.gen(function* () {
            runs += 1;
            began.resolve();
            yield* Effect.promise(() => resume.promise);
            return done;
          }),
      };
      await run(opened.queue.enqueue(job("a")));
      stop = opened.work({ kinds: { process: handler }, leaseMs: LEASE_MS, heartbeatMs: 10 });
      await began.promise;
      // As if most of the lease had elapsed: a real wait for its end would race with the heartbeats of a busy machine.
      const aged = (await find("a"))!.leaseUntil! - LEASE_MS / 2;
      await run(
        opened.database.run((kysely) =>
          kysely.updateTable("jobs").set({ lease_until: aged }).where("id", "=", "a").execute(),
        ),
      );
      await until(async () => expect((await find("a"))!.leaseUntil).toBeGreaterThan(aged + LEASE_MS / 4));
      resume.resolve();
      await inState("a", "completed");
      expect(runs).toBe(1);
    });
  });

  describe("a shutdown", () => {
    test("waits for running jobs and claims no more", async () => {
      const began = Promise.withResolvers<void>();
      const resume = Promise.withResolvers<void>();
      const handler: JobHandler<never> = {
        run: () =>
          Effect.gen(function* () {
            began.resolve();
            yield* Effect.promise(() => resume.promise);
            return done;
          }),
      };
      await run(opened.queue.enqueue(job("running")));
      const halt = opened.work({ kinds: { process: handler }, concurrency: 1 });
      await began.promise;
      const stopping = halt();
      await run(opened.queue.enqueue(job("next")));
      resume.resolve();
      await stopping;
      expect((await find("running"))?.state).toBe("completed");
      expect((await find("next"))?.state).toBe("queued");
    });

    test("hands back jobs that don't end in time, without counting the attempt", async () => {
      const { handler, began, interrupted } = endless();
      await run(opened.queue.enqueue(job("a")));
      const halt = opened.work({ kinds: { process: handler }, stopGraceMs: 10 });
      await began;
      await halt();
      await interrupted;
      expect(await find("a")).toMatchObject({ state: "queued", attempts: 0, owner: null, error: null });
    });
  });

  test("a job that kills its process on every attempt ends as failed, and its hook runs", async () => {
    await run(opened.queue.enqueue(job("poison", { maxAttempts: 2 })));
    const script = `
    import { open } from ${JSON.stringify(new URL("./fixture.ts", import.meta.url).href)};
    import { Effect } from "effect";
    const { database, queue, work } = await open(JSON.parse(process.argv[1]));
    await Effect.runPromise(queue.releaseAll);
    const note = (lastError) => database.run((kysely) =>
      kysely.insertInto("meta").values({ name: "document", value: "failed: " + lastError }).execute());
    const stop = work({ kinds: { process: {
      run: () => Effect.sync(() => process.kill(process.pid, "SIGKILL")),
      onExhausted: (job, lastError) => note(lastError),
    } } });
    while ((await Effect.runPromise(queue.find("poison"))).state !== "failed") await new Promise(setImmediate);
    await stop();
    process.exit(0);
  `;
    const signals = [];
    for (let start = 0; start < 3; start += 1) {
      const child = spawn(
        process.execPath,
        ["--input-type=module-typescript", "--eval", script, JSON.stringify(opened.location)],
        { cwd: new URL(".", import.meta.url), stdio: "inherit" },
      );
      signals.push((await once(child, "exit"))[1]);
    }
    expect(signals).toEqual(["SIGKILL", "SIGKILL", null]);
    expect(await find("poison")).toMatchObject({ state: "failed" });
    const notes = await run(opened.database.read((kysely) => kysely.selectFrom("meta").selectAll().execute()));
    expect(notes).toEqual([{ name: "document", value: expect.stringContaining("failed: the worker stopped") }]);
  });
};
