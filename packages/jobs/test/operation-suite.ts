import { Effect } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { job, type Opened } from "./fixture.ts";

const run = Effect.runPromise;
const LEASE = 60_000;
/** A lease that is already expired when it begins. */
const EXPIRED = -1;
const HOUR = 3_600_000;
const ALL = { limit: 100, offset: 0 };
const POLL = { timeout: 50_000 };

/** Suite for the operator's views of jobs and changes to them, on any database. */
export const operationSuite = (openQueue: () => Promise<Opened>): void => {
  let opened: Opened;
  beforeEach(async () => void (opened = await openQueue()));
  afterEach(() => opened.close());

  const enqueue = (id: string, over: Parameters<typeof job>[1] = {}) => run(opened.queue.enqueue(job(id, over)));
  const claim = (owner: string, leaseMs = LEASE, kind = "process") => run(opened.queue.claim([kind], owner, leaseMs));
  const list = (request: Parameters<Opened["queue"]["list"]>[0] = ALL) => run(opened.queue.list(request));
  const idsOf = async (request: Omit<Parameters<Opened["queue"]["list"]>[0], "limit" | "offset">) =>
    (await list({ ...ALL, ...request })).items.map(({ id }) => id);
  /** Claims a job as if it had been leased `ms` ago. */
  const claimFor = (id: string, ms: number) =>
    run(
      Effect.gen(function* () {
        const time = yield* opened.database.currentTimeMillis;
        const change = { claimed_at: time - ms };
        yield* opened.database.run((kysely) =>
          kysely.updateTable("jobs").set(change).where("id", "=", id).executeTakeFirst(),
        );
      }),
    );
  /** Runs one job that ends immediately. */
  const finish = async (id: string, error?: string, kind = "process") => {
    await enqueue(id, { kind });
    await claim(`of-${id}`, LEASE, kind);
    if (error === undefined) await run(opened.queue.complete(id, `of-${id}`));
    else await run(opened.queue.fail(id, `of-${id}`, { error }));
  };

  describe("list", () => {
    test("returns the standing of each job, and counts all jobs", async () => {
      await finish("done");
      await finish("broken", "the file is empty");
      await enqueue("held");
      await claim("w#1");
      await enqueue("ready");
      await enqueue("later", { runAt: Date.now() + HOUR });
      const { items, total, counts } = await list();
      expect(items.map(({ id, standing, isStuck }) => [id, standing, isStuck])).toEqual([
        ["later", "waiting", false],
        ["ready", "queued", false],
        ["held", "processing", false],
        ["broken", "failed", false],
        ["done", "completed", false],
      ]);
      expect(total).toBe(5);
      expect(counts).toEqual({ queued: 1, waiting: 1, processing: 1, completed: 1, failed: 1, stuck: 0 });
      expect(items[3]).toMatchObject({ error: "the file is empty", attempts: 1, claimedAt: expect.any(Number) });
      expect(items[1]).toMatchObject({ claimedAt: null });
    });

    test("filters by standing and kind, returns pages, and sorts in an order useful to an operator", async () => {
      for (const id of ["a", "b", "c"]) await finish(id, "no");
      await finish("other", "no", "purge");
      await run(
        opened.database.run((kysely) =>
          kysely.updateTable("jobs").set({ finished_at: 1 }).where("id", "=", "c").executeTakeFirst(),
        ),
      );
      await enqueue("soon", { runAt: Date.now() + HOUR });
      await enqueue("sooner", { runAt: Date.now() + HOUR / 2 });
      expect((await idsOf({ standing: "failed", kind: "process" })).at(-1)).toBe("c");
      expect(await idsOf({ standing: "failed", kind: "purge" })).toEqual(["other"]);
      expect(await idsOf({ standing: "waiting" })).toEqual(["sooner", "soon"]);
      expect(await idsOf({ standing: "queued" })).toEqual([]);
      const page = await list({ standing: "failed", limit: 2, offset: 3 });
      expect([page.items.map(({ id }) => id), page.total]).toEqual([["c"], 4]);
      expect((await list({ ...ALL, kind: "purge" })).counts).toMatchObject({ failed: 1, waiting: 0 });
    });

    // Regression: waiting jobs were counted after the total of queued ones, so their difference could drop to -1.
    test("never returns a negative count while jobs are added", async () => {
      const adding = Array.from({ length: 100 }, (_, n) => enqueue(`later-${n}`, { runAt: Date.now() + HOUR }));
      const listed = await Promise.all(Array.from({ length: 100 }, () => list()));
      await Promise.all(adding);
      expect(listed.filter(({ counts }) => counts.queued !== 0)).toEqual([]);
    });

    test("shows a job that waits for its retry, with its error", async () => {
      await enqueue("a");
      await claim("w#1");
      await run(opened.queue.fail("a", "w#1", { error: "the provider is away", retryInMs: HOUR }));
      const [item] = (await list({ ...ALL, standing: "waiting" })).items;
      expect(item).toMatchObject({ id: "a", error: "the provider is away", attempts: 1 });
      expect(item!.runAt).toBeGreaterThan(item!.claimedAt!);
    });
  });

  describe("stuck jobs", () => {
    test("include a job whose lease has expired", async () => {
      await enqueue("lost");
      await claim("w#1", EXPIRED);
      await enqueue("held");
      expect(await run(opened.queue.heartbeat("held", "w#2", LEASE))).toBe(false);
      expect(await idsOf({ stuck: true })).toEqual(["lost"]);
      expect((await list({ ...ALL, stuck: true })).total).toBe(1);
      expect(await idsOf({ stuck: true, standing: "failed" })).toEqual([]);
    });

    test("include a job that is active far longer than usual for its kind", async () => {
      await enqueue("slow");
      await claim("w#1");
      await claimFor("slow", 14 * 60_000);
      expect(await idsOf({ stuck: true })).toEqual([]);
      await claimFor("slow", 16 * 60_000);
      expect(await idsOf({ stuck: true })).toEqual(["slow"]);
      expect(await idsOf({ stuck: true, kind: "other" })).toEqual([]);
      expect((await list()).counts).toMatchObject({ processing: 1, stuck: 1 });
      // For jobs of a kind that takes ten minutes, an hour is nothing.
      await finish("usual");
      await claimFor("usual", 10 * 60_000);
      await claimFor("slow", HOUR);
      expect(await idsOf({ stuck: true })).toEqual([]);
      await claimFor("slow", 2 * HOUR);
      expect(await idsOf({ stuck: true })).toEqual(["slow"]);
    });

    test("include a job of a patient kind only after its lease has expired", async () => {
      await enqueue("move", { kind: "change" });
      await claim("w#1", LEASE, "change");
      await claimFor("move", 10 * HOUR);
      expect(await idsOf({ stuck: true, patientKinds: ["change"] })).toEqual([]);
      expect(await idsOf({ stuck: true })).toEqual(["move"]);
      await run(opened.queue.heartbeat("move", "w#1", EXPIRED));
      expect(await idsOf({ stuck: true, patientKinds: ["change"] })).toEqual(["move"]);
    });
  });

  describe("requeue", () => {
    test("resets the attempts of a failed job and wakes workers", async () => {
      await finish("a", "no");
      const events: string[] = [];
      opened.queue.subscribe((event) => events.push(event.type));
      expect(await run(opened.queue.requeue("a"))).toBe(true);
      await expect.poll(() => events, POLL).toContain("enqueued");
      expect(await run(opened.queue.find("a"))).toMatchObject({
        state: "queued",
        attempts: 0,
        error: "no",
        finishedAt: null,
      });
      await expect.poll(() => claim("w#2"), POLL).toMatchObject({ id: "a", attempts: 1 });
    });

    test("ignores queued, active, completed and missing jobs", async () => {
      await finish("done");
      await enqueue("held");
      await claim("w#1");
      await enqueue("ready");
      for (const id of ["done", "held", "ready", "nothing"]) expect(await run(opened.queue.requeue(id))).toBe(false);
      expect(await run(opened.queue.find("held"))).toMatchObject({ state: "active", owner: "w#1" });
    });

    test("succeeds only once for concurrent calls", async () => {
      await finish("a", "no");
      const answers = await Promise.all(Array.from({ length: 8 }, () => run(opened.queue.requeue("a"))));
      expect(answers.filter(Boolean)).toHaveLength(1);
    });
  });

  test("failed jobs that a newer job supersedes are deleted, but still counted", async () => {
    await finish("a", "no");
    await finish("b", "no");
    await enqueue("c", { subject: "subject-of-a" });
    const forget = opened.database.transaction((transaction) =>
      Effect.andThen(opened.queue.forgetFailed("subject-of-a", transaction), Effect.fail("rolled back")),
    );
    await run(Effect.exit(forget));
    expect(await idsOf({ standing: "failed" })).toHaveLength(2);
    expect(await run(opened.queue.forgetFailed("subject-of-a"))).toBe(1);
    expect(await idsOf({})).toEqual(["c", "b"]);
    expect(await run(opened.queue.counts)).toMatchObject({ failed: 2, queued: 1 });
  });
};
