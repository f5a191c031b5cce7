import { expect, test } from "vitest";
import { mapInTimeSlices, nextRound, TimeSlice, yieldToOthers } from "./time-slice.ts";

test("mapInTimeSlices preserves the order of a long list and lets other tasks run in between", async () => {
  const order: string[] = [];
  const busy = (item: number) => {
    for (const end = performance.now() + 4; performance.now() < end;);
    order.push(`item ${item}`);
    return item * 2;
  };
  const mapped = mapInTimeSlices([1, 2, 3, 4, 5, 6, 7, 8], busy);
  setImmediate(() => order.push("another"));
  expect(await mapped).toEqual([2, 4, 6, 8, 10, 12, 14, 16]);
  expect(order.indexOf("another")).toBeLessThan(order.indexOf("item 8"));
});

test("one yielding caller resumes per round, in order", async () => {
  const order: string[] = [];
  const yielding = ["a", "b", "c"].map(async (name) => {
    await yieldToOthers();
    order.push(name);
  });
  const rounds = (async () => {
    for (const round of [1, 2, 3]) {
      await nextRound();
      order.push(`round ${round}`);
    }
  })();
  await Promise.all([...yielding, rounds]);
  expect(order.indexOf("b")).toBeGreaterThan(order.indexOf("round 1"));
  expect(order.indexOf("c")).toBeGreaterThan(order.indexOf("round 2"));
  expect(order.filter((name) => !name.startsWith("round"))).toEqual(["a", "b", "c"]);
});

test("a slice ends after its time, and renewing it lets other tasks run first", async () => {
  const slice = new TimeSlice(1);
  while (!slice.isOver);
  let hasRun = false;
  setImmediate(() => void (hasRun = true));
  await slice.renew();
  expect(hasRun).toBe(true);
});
