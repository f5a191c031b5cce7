import { randomUUID } from "node:crypto";
import { addressOf, type OwnServer, startOwnServer } from "@quarry/services";
import { Effect } from "effect";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { job, type Opened, openTemporary } from "./fixture.ts";
import { reusedMysql } from "./reused-mysql.ts";
import { severalProcessesSuite, WAIT } from "./several-processes-suite.ts";
import { startWorkerProcess, type WorkerProcess } from "./worker-process.ts";

const run = Effect.runPromise;

// No heartbeat occurs during a test: the notification arrives over Redis.
severalProcessesSuite(() => openTemporary({ url: addressOf("redis"), keyPrefix: `test-${randomUUID()}` }), 1_800_000);

describe("two worker processes on MariaDB with a Redis that fails", () => {
  const { makeEmpty, drop } = reusedMysql();
  afterAll(drop);
  let server: OwnServer;
  let opened: Opened;
  let workers: WorkerProcess[];
  beforeEach(async () => {
    server = await startOwnServer("redis");
    opened = await openTemporary({ url: `redis://127.0.0.1:${server.port}`, keyPrefix: "test" }, makeEmpty);
    workers = ["one", "two"].map((owner) =>
      startWorkerProcess({ location: opened.location, owner, leaseMs: 10_000, heartbeatMs: 2_000, mode: "work" }),
    );
    await Promise.all(workers.map((worker) => worker.says("started")));
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await opened.close();
    await server.close();
  });

  const enqueue = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await run(opened.queue.enqueue(job(`job-${index}`)));
  };
  const allDone = (count: number) =>
    vi.waitFor(async () => expect(await run(opened.queue.counts)).toMatchObject({ completed: count }), WAIT);
  const results = () =>
    run(
      opened.database.read((kysely) =>
        kysely.selectFrom("meta").select("value").where("name", "like", "result-%").execute(),
      ),
    );

  test("run each of 200 jobs once, although Redis is killed, restarted and flushed in between", async () => {
    await enqueue(0, 60);
    await server.kill();
    await enqueue(60, 100);
    // Jobs are not only stored but also processed while it is unavailable.
    await allDone(100);
    await server.start();
    await enqueue(100, 150);
    const redis = new Redis(server.port, "127.0.0.1");
    await redis.flushall();
    redis.disconnect();
    await enqueue(150, 200);
    await allDone(200);
    const written = await results();
    expect(written).toHaveLength(200);
    expect(new Set(written.map(({ value }) => value))).toEqual(new Set(["1"]));
  });

  test("lose no delayed job when all data in Redis is lost", async () => {
    await run(opened.queue.enqueue(job("later", { runAt: Date.now() + 2_000 })));
    await run(opened.queue.enqueue(job("now")));
    await allDone(1);
    await server.kill();
    await server.start();
    const redis = new Redis(server.port, "127.0.0.1");
    await redis.flushall();
    redis.disconnect();
    await allDone(2);
  });
});
