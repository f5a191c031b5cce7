import { randomUUID } from "node:crypto";
import { done } from "@quarry/jobs";
import { addressOf, openTcpProxy } from "@quarry/services";
import { Queue } from "bullmq";
import { Effect } from "effect";
import { Redis } from "ioredis";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { job, type Opened, open, openTemporary } from "./fixture.ts";
import { WAIT } from "./several-processes-suite.ts";

const run = Effect.runPromise;
const HOUR = 3_600_000;

let opened: Opened;
let redis: Redis;
let tickets: Queue;
beforeEach(async () => {
  const keyPrefix = `test-${randomUUID()}`;
  opened = await openTemporary({ url: addressOf("redis"), keyPrefix });
  redis = new Redis(addressOf("redis"));
  tickets = new Queue("process", { connection: redis, prefix: `${keyPrefix}:jobs` });
});
afterEach(async () => {
  await tickets.close();
  redis.disconnect();
  await opened.close();
});

const counts = () => tickets.getJobCounts("waiting", "active", "delayed", "completed", "failed");
const become = (expected: Awaited<ReturnType<typeof counts>>) =>
  vi.waitFor(async () => expect(await counts()).toEqual(expected), WAIT);
const NONE = { waiting: 0, active: 0, delayed: 0, completed: 0, failed: 0 };
const handlers = { process: { run: () => Effect.succeed(done) } };

test("every waiting job has a ticket, and completed or cancelled jobs have none", async () => {
  await run(opened.queue.enqueue(job("a")));
  await run(opened.queue.enqueue(job("later", { runAt: Date.now() + HOUR })));
  await run(opened.queue.enqueue(job("cancelled")));
  await run(opened.queue.enqueue(job("a")));
  await become({ ...NONE, waiting: 2, delayed: 1 });
  await run(opened.queue.cancelBySubject("subject-of-cancelled"));
  const stop = opened.work({ kinds: handlers });
  await become({ ...NONE, delayed: 1 });
  await vi.waitFor(async () => expect((await run(opened.queue.find("a")))?.state).toBe("completed"), WAIT);
  await stop();
});

test("a transaction that is rolled back leaves no ticket", async () => {
  const enqueue = opened.database.transaction((transaction) =>
    Effect.andThen(opened.queue.enqueue(job("never"), transaction), Effect.fail("rolled back")),
  );
  await run(Effect.exit(enqueue));
  await run(opened.queue.enqueue(job("a")));
  await become({ ...NONE, waiting: 1 });
});

test("a failed attempt gets a delayed ticket", async () => {
  await run(opened.queue.enqueue(job("a")));
  await vi.waitFor(async () => expect(await run(opened.queue.claim(["process"], "w#1", HOUR))).toBeDefined(), WAIT);
  await run(opened.queue.fail("a", "w#1", { error: "busy", retryInMs: HOUR }));
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ delayed: 1 }), WAIT);
});

test("a failed job that is requeued gets a new ticket", async () => {
  await run(opened.queue.enqueue(job("a")));
  await vi.waitFor(async () => expect(await run(opened.queue.claim(["process"], "w#1", HOUR))).toBeDefined(), WAIT);
  await run(opened.queue.fail("a", "w#1", { error: "broken" }));
  // The claim may have come from the table and left the job's first ticket behind.
  await tickets.drain();
  expect(await run(opened.queue.requeue("a"))).toBe(true);
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 1 }), WAIT);
});

test("a job enqueued by another process starts without a poll", async () => {
  const other = await open(opened.location);
  const stop = other.work({ kinds: handlers, pollMs: HOUR });
  for (const id of ["a", "b"]) {
    await run(opened.queue.enqueue(job(id)));
    await vi.waitFor(async () => expect((await run(opened.queue.find(id)))?.state).toBe("completed"), WAIT);
  }
  await stop();
  await other.close();
});

test("a ticket that arrives early waits until its job is due", async () => {
  await run(opened.queue.enqueue(job("later", { runAt: Date.now() + HOUR })));
  await become({ ...NONE, delayed: 1 });
  await tickets.add("process", { id: "later" }, { removeOnComplete: true });
  const stop = opened.work({ kinds: handlers });
  await become({ ...NONE, delayed: 2 });
  expect(await run(opened.queue.find("later"))).toMatchObject({ state: "queued", attempts: 0 });
  await stop();
});

test("tickets of missing jobs are skipped, even 250 of them", async () => {
  const gone = Array.from({ length: 250 }, (_, index) => `gone-${index}`);
  await tickets.addBulk(gone.map((id) => ({ name: "process", data: { id }, opts: { removeOnComplete: true } })));
  await run(opened.queue.enqueue(job("a")));
  const stop = opened.work({ kinds: handlers });
  await become(NONE);
  await vi.waitFor(async () => expect((await run(opened.queue.find("a")))?.state).toBe("completed"), WAIT);
  await stop();
});

test("a hanging Redis blocks no job, and is used again after it recovers", async () => {
  const proxy = await openTcpProxy(Number(new URL(addressOf("redis")).port));
  const { keyPrefix } = opened.location.redis!;
  const far = await openTemporary({ url: `redis://127.0.0.1:${proxy.port}`, keyPrefix });
  const stop = far.work({ kinds: handlers });
  const enqueued = async (id: string) => {
    await run(far.queue.enqueue(job(id)));
    await vi.waitFor(async () => expect((await run(far.queue.find(id)))?.state).toBe("completed"), WAIT);
  };
  await enqueued("before");
  proxy.hang();
  for (const id of ["a", "b", "c"]) await enqueued(id);
  await stop();
  proxy.resume();
  await vi.waitFor(async () => {
    await run(far.queue.enqueue(job(`after-${randomUUID()}`)));
    expect(await counts()).not.toMatchObject({ waiting: 0 });
  }, WAIT);
  await far.close();
  await proxy.close();
});
