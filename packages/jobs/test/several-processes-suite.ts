import { Effect } from "effect";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { job, type Opened } from "./fixture.ts";
import { startWorkerProcess, type WorkerProcess, type WorkerSettings } from "./worker-process.ts";

const run = Effect.runPromise;
const HOUR = 3_600_000;

/** Suite for worker processes on one queue: a job that one process can't finish is completed by another, once. */
export const severalProcessesSuite = (openQueue: () => Promise<Opened>, heartbeatMs: number): void => {
  let opened: Opened;
  let workers: WorkerProcess[] = [];
  beforeEach(async () => void (opened = await openQueue()));
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    workers = [];
    await opened.close();
  });
  const startWorker = async (settings: Partial<WorkerSettings> & Pick<WorkerSettings, "owner">) => {
    const { location } = opened;
    const worker = startWorkerProcess({ location, leaseMs: 1_000, heartbeatMs: 200, mode: "work", ...settings });
    workers.push(worker);
    await worker.says("started");
    return worker;
  };
  const find = (id: string) => run(opened.queue.find(id));
  const results = () =>
    run(
      opened.database.read((kysely) =>
        kysely.selectFrom("meta").selectAll().where("name", "like", "result-%").execute(),
      ),
    );

  test("the job of a killed worker is completed by another, and every job runs once", async () => {
    const victim = await startWorker({ owner: "victim", mode: "wait" });
    for (let index = 0; index < 40; index += 1) await run(opened.queue.enqueue(job(`job-${index}`)));
    await victim.says("began");
    await startWorker({ owner: "other" });
    await victim.kill();
    await vi.waitFor(async () => expect(await run(opened.queue.counts)).toMatchObject({ completed: 40 }), WAIT);
    const written = await results();
    expect(written).toHaveLength(40);
    expect(new Set(written.map(({ value }) => value))).toEqual(new Set(["1"]));
  });

  test("a worker suspended past its lease can't write after it resumes", async () => {
    const sleeper = await startWorker({ owner: "sleeper", mode: "wait" });
    await run(opened.queue.enqueue(job("a")));
    await sleeper.says("began a");
    // Not during a write: a process that is stopped then would hold the database lock while it is stopped.
    await run(
      opened.database.transaction((transaction) =>
        Effect.andThen(
          opened.database.run(
            (kysely) => kysely.updateTable("jobs").set({ subject: "document" }).where("id", "=", "a").execute(),
            transaction,
          ),
          Effect.sync(() => sleeper.child.kill("SIGSTOP")),
        ),
      ),
    );
    const other = await startWorker({ owner: "other" });
    await other.says("wrote a");
    sleeper.tell("go on");
    sleeper.child.kill("SIGCONT");
    await sleeper.says("could not write a");
    expect(await find("a")).toMatchObject({ state: "completed" });
    expect(await results()).toEqual([{ name: "result-a", value: "1" }]);
  });

  test("a job cancelled by one process is interrupted in another", async () => {
    const worker = await startWorker({ owner: "other", mode: "wait", heartbeatMs, leaseMs: HOUR });
    await run(opened.queue.enqueue(job("a", { subject: "document" })));
    await worker.says("began a");
    await run(opened.queue.cancelBySubject("document"));
    await worker.says("could not write a");
    expect(await results()).toEqual([]);
  });

  test("a job deleted by another process is interrupted after recheckLeases", async () => {
    const worker = await startWorker({ owner: "other", mode: "wait", heartbeatMs, leaseMs: HOUR });
    await run(opened.queue.enqueue(job("a")));
    await worker.says("began a");
    await run(opened.database.run((kysely) => kysely.deleteFrom("jobs").execute()));
    await run(opened.queue.recheckLeases());
    await worker.says("could not write a");
  });

  test("after a process has stopped, another one runs new jobs", async () => {
    const first = await startWorker({ owner: "first" });
    await run(opened.queue.enqueue(job("a")));
    await first.says("wrote a");
    await first.kill("SIGTERM");
    await run(opened.queue.enqueue(job("b")));
    await startWorker({ owner: "second" }).then((second) => second.says("wrote b"));
    expect(await results()).toHaveLength(2);
  });
};

/** Generous, because the machine can be busy with other tests. */
export const WAIT = { timeout: 60_000, interval: 20 };
