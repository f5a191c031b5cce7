import { expect, test } from "vitest";
import { sharedRead } from "./shared-read.ts";

const counting = (fails: (count: number) => boolean = () => false) => {
  const calls = { count: 0 };
  const read = async () => {
    calls.count++;
    if (fails(calls.count)) throw new Error("away");
    return calls.count;
  };
  return { calls, read };
};

test("reads once for all callers within its time, and again afterwards", async () => {
  let time = 0;
  const { calls, read } = counting();
  const shared = sharedRead(1_000, read, () => time);
  expect(await Promise.all([shared(), shared()])).toEqual([1, 1]);
  time = 999;
  expect(await shared()).toBe(1);
  time = 1_000;
  expect(await shared()).toBe(2);
  expect(calls.count).toBe(2);
});

test("a failed read rejects for all waiting callers, and the next call reads again", async () => {
  const { read } = counting((count) => count === 1);
  const shared = sharedRead(1_000, read, () => 0);
  const waiting = await Promise.allSettled([shared(), shared()]);
  expect(waiting.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await shared()).toBe(2);
});
