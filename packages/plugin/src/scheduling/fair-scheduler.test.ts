import { expect, test } from "vitest";
import { FairScheduler, type SchedulerLimits, type TaskOwner } from "./fair-scheduler.ts";

let begun = 0;
const by = (owner: string): TaskOwner => ({ owner, since: ++begun });

/** Tasks that end on the test's command, with a clock that the test moves. */
const driven = (limits: SchedulerLimits) => {
  let now = 0;
  const scheduler = new FairScheduler(limits, () => now);
  const running: { readonly name: string; readonly end: () => void }[] = [];
  return {
    scheduler,
    running: () => running.map(({ name }) => name),
    take: (name: string, task: TaskOwner, expectedMs?: number) =>
      scheduler.schedule(task, (end) => running.push({ name, end }), expectedMs),
    end: (milliseconds: number) => {
      now += milliseconds;
      running.shift()!.end();
    },
  };
};

test("an owner is limited to its own concurrency, and another owner's task still starts", () => {
  const { take, running } = driven({ concurrency: 3, concurrencyPerOwner: 2 });
  for (const name of ["a1", "a2", "a3", "a4"]) take(name, by("a"));
  expect(running()).toEqual(["a1", "a2"]);
  take("b1", by("b"));
  expect(running()).toEqual(["a1", "a2", "b1"]);
});

test("the owner that used less time goes first, regardless of queue length", () => {
  const { take, running, end } = driven({ concurrency: 1, concurrencyPerOwner: 1 });
  for (let count = 0; count < 50; count++) take(`a${count}`, by("a"));
  for (const name of ["b0", "b1", "b2", "b3"]) take(name, by("b"));
  const order: string[] = [];
  for (let count = 0; count < 6; count++) {
    order.push(...running());
    end(running()[0]!.startsWith("a") ? 30 : 10);
  }
  expect(order).toEqual(["a0", "b0", "b1", "b2", "a1", "b3"]);
});

test("a later owner doesn't starve an owner that already waits", () => {
  const { take, running, end } = driven({ concurrency: 1, concurrencyPerOwner: 1 });
  for (let count = 0; count < 10; count++) take(`a${count}`, by("a"));
  for (let count = 0; count < 5; count++) end(1_000);
  for (let count = 0; count < 10; count++) take(`b${count}`, by("b"));
  const order: string[] = [];
  for (let count = 0; count < 6; count++) {
    end(10);
    order.push(...running());
  }
  expect(order.filter((name) => name.startsWith("a")).length).toBeGreaterThanOrEqual(2);
});

test("within an owner, the caller that began first continues first", () => {
  const { take, running, end } = driven({ concurrency: 1, concurrencyPerOwner: 1 });
  const [first, second] = [by("a"), by("a")];
  take("at work", by("a"));
  take("second's", second);
  take("first's", first);
  take("second's next", second);
  const order: string[] = [];
  for (let count = 0; count < 3; count++) {
    end(1);
    order.push(...running());
  }
  expect(order).toEqual(["first's", "second's", "second's next"]);
});

test("within an owner, a long-running caller yields to callers that began soon after it, up to a limit", () => {
  const { take, running, end } = driven({ concurrency: 1, concurrencyPerOwner: 1 });
  const long = by("a");
  take("long", long);
  end(100);
  take("at work", by("a"));
  take("long's next", long);
  const later = Array.from({ length: 60 }, () => by("a"));
  for (const [index, caller] of later.entries()) take(`short ${index}`, caller);
  const order: string[] = [];
  while (running().length > 0) {
    order.push(...running());
    end(1);
  }
  // Of the hundred milliseconds, every fifth lets one task pass.
  expect(order.indexOf("long's next")).toBe(19);
  expect(order.filter((name) => name.startsWith("short"))).toEqual(later.map((_, index) => `short ${index}`));
  // However long the previous task was, some fifty at most precede it.
  const longer = by("a");
  take("longer", longer);
  end(60_000);
  take("at work", by("a"));
  take("longer's next", longer);
  for (let index = 0; index < 100; index++) take(`short ${index}`, by("a"));
  let passed = 0;
  for (; running()[0] !== "longer's next"; passed++) end(1);
  expect(passed).toBeGreaterThan(40);
  expect(passed).toBeLessThanOrEqual(50);
});

test("a canceled task is skipped, and canceling it twice has no further effect", () => {
  const { take, scheduler, running, end } = driven({ concurrency: 1, concurrencyPerOwner: 1 });
  take("a1", by("a"));
  const leave = take("a2", by("a"));
  take("b1", by("b"));
  expect([scheduler.waiting, scheduler.waitingOf("a")]).toEqual([2, 1]);
  leave();
  leave();
  expect([scheduler.waiting, scheduler.waitingOf("a")]).toEqual([1, 0]);
  end(1);
  expect(running()).toEqual(["b1"]);
  end(1);
  expect(scheduler.waiting).toBe(0);
});

test("within an owner, tasks expected to be short overtake tasks expected to be long", () => {
  const { take, running, end } = driven({ concurrency: 1, concurrencyPerOwner: 1 });
  take("at work", by("a"));
  for (const name of ["long 1", "long 2", "long 3"]) take(name, by("a"), 70);
  take("unknown", by("a"));
  take("short", by("a"), 2);
  const order: string[] = [];
  for (let count = 0; count < 3; count++) {
    end(1);
    order.push(...running());
  }
  expect(order).toEqual(["unknown", "short", "long 1"]);
});

test("short tasks may exceed their owner's limit but never the overall limit", () => {
  const { take, running, end } = driven({ concurrency: 2, concurrencyPerOwner: 1, shortMs: 10 });
  take("a long", by("a"), 70);
  take("a long 2", by("a"), 70);
  take("a unknown", by("a"));
  take("a short", by("a"), 10);
  take("a short 2", by("a"), 10);
  take("b long", by("b"), 70);
  expect(running()).toEqual(["a long", "a short"]);
  end(70);
  // Another owner precedes further short tasks.
  expect(running()).toEqual(["a short", "b long"]);
});

test("a stream of short tasks doesn't starve a long task of the same owner", () => {
  const { take, running, end } = driven({ concurrency: 2, concurrencyPerOwner: 1, shortMs: 10 });
  for (const name of ["short", "short", "long"]) take(name, by("a"), name === "long" ? 100 : 1);
  let passed = 0;
  for (; !running().includes("long"); passed++) {
    take("short", by("a"), 1);
    take("short", by("a"), 1);
    end(1);
  }
  expect(passed).toBeLessThanOrEqual(20);
});
