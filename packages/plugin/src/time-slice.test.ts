import { expect, test } from "vitest";
import { mapInTimeSlices, nextRound, TimeSlice, yieldToOthers } from "./time-slice.ts";

test("a long list is mapped in its order, and others run meanwhile", async () => {
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

test("of the callers that yield, one goes on in each round, in their order", async () => {
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

test("a slice is over after its time, and a new one begins behind the others", async () => {
  const slice = new TimeSlice(1);
  while (!slice.isOver);
  let hasRun = false;
  setImmediate(() => void (hasRun = true));
  await slice.renew();
  expect(hasRun).toBe(true);
});
