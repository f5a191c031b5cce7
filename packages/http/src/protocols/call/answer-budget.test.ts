import { expect, test } from "vitest";
import { AnswerBudget } from "./answer-budget.ts";

const MB = 1_048_576;

test("of twenty unread responses of one key only one is read completely, and another key doesn't wait", async () => {
  const budget = new AnswerBudget(64 * MB);
  const admitted: number[] = [];
  const receipts = Array.from({ length: 20 }, () => budget.open("slow"));
  const readings = receipts.map(async (receipt, number) => {
    // Simulates a reader thread: it delivers a megabyte at a time until there is room for the rest.
    for (let read = 0; read < 50; read += 1) {
      await receipt.reserve(MB);
      if (read === 49) admitted.push(number);
    }
    receipt.settle();
  });
  await budget.open("quiet").reserve(50 * MB);
  await readings[0];
  await new Promise((resolve) => setImmediate(resolve));
  const held = receipts.reduce((sum, { reserved: bytes }) => sum + bytes, 0);
  // The others read the free bytes, and the segment with which they requested room.
  expect(admitted).toEqual([0]);
  expect(held).toBeLessThanOrEqual(50 * MB + 19 * 2 * MB);
  for (const receipt of receipts) {
    receipt.release();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(readings);
  expect(admitted).toHaveLength(20);
});

test("a response over its budget is rejected during reading, with a hint to request less", async () => {
  const receipt = new AnswerBudget(4 * MB).open("a");
  await receipt.reserve(3 * MB);
  expect(() => receipt.reserve(2 * MB)).toThrow(
    /^The answer would have more than 4194304 bytes \(SERVICE_MAX_ANSWER_SIZE_MB\).*smaller limit or top_k.*include$/,
  );
});

test("the size written counts if it exceeds the size read", async () => {
  const receipt = new AnswerBudget(4 * MB).open("a");
  await receipt.reserve(3 * MB);
  await receipt.reserveTotal(2 * MB);
  expect(receipt.reserved).toBe(3 * MB);
  expect(() => receipt.reserveTotal(4 * MB + 1)).toThrow("more than 4194304 bytes");
});
