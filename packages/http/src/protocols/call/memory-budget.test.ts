import { afterEach, expect, test, vi } from "vitest";
import { MemoryBudget, REQUESTS } from "./memory-budget.ts";

const MB = 1_048_576;

afterEach(() => void vi.useRealTimers());

test("large requests of a key wait for memory in turn; those of other keys don't", async () => {
  const budget = new MemoryBudget(REQUESTS);
  const [first, second, third] = [budget.open("a"), budget.open("a"), budget.open("a")];
  await first.admit(60 * MB);
  await second.admit(60 * MB);
  let admitted = false;
  const waiting = third.admit(60 * MB).then(() => (admitted = true));
  await budget.open("b").admit(60 * MB);
  await Promise.resolve();
  expect(admitted).toBe(false);
  first.release();
  await waiting;
  expect(admitted).toBe(true);
});

test("small requests never wait", async () => {
  const budget = new MemoryBudget(REQUESTS);
  await budget.open("a").admit(64 * MB);
  await budget.open("b").admit(64 * MB);
  await budget.open("c").admit(64 * MB);
  await budget.open("a").admit(200_000);
  budget.open("d").take(200_000);
  expect(() => budget.open("d").take(2 * MB)).toThrow("too many large requests");
});

test("bytes of unknown length are rejected above a key's share, and accepted again after a release", () => {
  const budget = new MemoryBudget(REQUESTS);
  const large = budget.open("a");
  for (let megabytes = 0; megabytes < 128; megabytes++) large.take(MB);
  const next = budget.open("a");
  expect(() => next.take(MB)).toThrow("Too many large requests at once with this key");
  large.release();
  next.take(MB);
});

test("a request waits while others of its key are admitted, and is rejected after a time without progress", async () => {
  vi.useFakeTimers();
  const budget = new MemoryBudget(REQUESTS);
  const first = budget.open("a");
  const second = budget.open("a");
  await first.admit(60 * MB);
  await second.admit(60 * MB);
  const [third, fourth] = [budget.open("a"), budget.open("a")];
  const thirdIn = third.admit(60 * MB);
  let state = "waiting";
  const fourthIn = fourth.admit(64 * MB).then(
    () => (state = "admitted"),
    () => (state = "refused"),
  );
  await vi.advanceTimersByTimeAsync(15_000);
  first.release();
  await thirdIn;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(state).toBe("waiting");
  await vi.advanceTimersByTimeAsync(10_000);
  await fourthIn;
  expect(state).toBe("refused");
});
