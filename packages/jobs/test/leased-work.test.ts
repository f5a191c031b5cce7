import { done } from "@quarry/jobs";
import { Effect } from "effect";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { job, type Opened, openTemporary } from "./fixture.ts";

const run = Effect.runPromise;

let opened: Opened;
let stop: () => Promise<void> = async () => {};
beforeEach(async () => void (opened = await openTemporary()));
afterEach(async () => {
  await stop();
  stop = async () => {};
  await opened.close();
});

const state = async (id: string) => (await run(opened.queue.find(id)))?.state;

test("a worker claims again after its queue has failed for a while", async () => {
  const rename = (from: string, to: string) =>
    run(
      opened.database.run((kysely) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(kysely)),
    );
  await run(opened.queue.enqueue(job("waits")));
  await rename("jobs", "gone");
  let pauses = 0;
  const isPaused = Effect.sync(() => void (pauses += 1)).pipe(Effect.as(false));
  stop = opened.work({ kinds: { process: { run: () => Effect.succeed(done) } }, isPaused });
  // Checked before each claim, so that two have failed.
  await vi.waitFor(() => expect(pauses).toBeGreaterThan(2), { timeout: 50_000, interval: 5 });
  await rename("gone", "jobs");
  await vi.waitFor(async () => expect(await state("waits")).toBe("completed"), { timeout: 50_000, interval: 5 });
});

test("an uninterruptible job doesn't block a shutdown: its lease is released and its late result is ignored", async () => {
  const began = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await run(opened.queue.enqueue(job("stubborn")));
  const work = opened.work({
    stopGraceMs: 0,
    kinds: {
      process: {
        run: () =>
          Effect.sync(began.resolve).pipe(
            Effect.andThen(Effect.promise(() => answer.promise)),
            Effect.andThen(Effect.sync(ended.resolve)),
            Effect.as(done),
            Effect.uninterruptible,
          ),
      },
    },
  });
  await began.promise;
  await work();
  expect(await state("stubborn")).toBe("queued");
  answer.resolve();
  await ended.promise;
  const again = opened.work({ kinds: { process: { run: () => Effect.succeed(done) } } });
  stop = again;
  await vi.waitFor(async () => expect(await state("stubborn")).toBe("completed"), { timeout: 50_000, interval: 5 });
  expect(await run(opened.queue.find("stubborn"))).toMatchObject({ attempts: 2 });
});
