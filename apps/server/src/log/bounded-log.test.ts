import { describe, expect, test, vi } from "vitest";
import { cleanText, MAX_TEXT_CHARACTERS } from "./bounded-text.ts";
import { BoundedValues } from "./bounded-value.ts";
import { LineAllowance, LINES_PER_SECOND } from "./line-allowance.ts";

const clean = cleanText(["a-secret-for-tests", "short"]);
const bounded = (value: unknown): unknown => new BoundedValues(clean).of(value);

describe("texts", () => {
  test("short ones stay as they are, line breaks and tabs included", () => {
    expect(clean("a line\n\tand another: äöü 日本 😀")).toBe("a line\n\tand another: äöü 日本 😀");
  });

  test("long ones are cut, also in the middle of a secret or a character", () => {
    expect(clean("x".repeat(10_000))).toBe(`${"x".repeat(MAX_TEXT_CHARACTERS)}…`);
    expect(clean(`${"x".repeat(MAX_TEXT_CHARACTERS - 5)}a-secret-for-tests`)).not.toContain("a-sec");
    expect(clean(`${"x".repeat(MAX_TEXT_CHARACTERS - 1)}😀`).isWellFormed()).toBe(true);
  });

  test("secrets are hidden in every usual spelling, and words that are too short to be one are not", () => {
    for (const spelling of ["a-secret-for-tests", btoa("a-secret-for-tests")]) {
      expect(clean(`it said ${spelling}!`)).toBe("it said <hidden>!");
    }
    expect(clean("Authorization: Bearer sk-live-0123456789")).toBe("Authorization: Bearer <hidden>");
    expect(clean("a short word")).toBe("a short word");
  });

  test("what acts on a terminal or on the direction of text is spelled out", () => {
    expect(clean("a\u001b[2J\u009b1m\r\u202eb")).toBe("a\\u001b[2J\\u009b1m\\u000d\\u202eb");
  });
});

describe("fields", () => {
  test("plain ones stay as they are", () => {
    const fields = { count: 1, isGood: true, none: null, list: ["a", 2], nested: { deep: { name: "x" } } };
    expect(bounded(fields)).toEqual(fields);
  });

  test("whatever they are, they are small and can be written", () => {
    const endless: Record<string, unknown> = { name: "round" };
    endless["self"] = endless;
    const broken = {
      get value() {
        throw new Error("no");
      },
    };
    const values = [
      endless,
      broken,
      Array.from({ length: 1_000_000 }, () => "item"),
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`name ${index}`, "y".repeat(100)])),
      new Proxy([], { get: () => "odd" }),
      { ["k".repeat(100_000)]: 1n, symbol: Symbol("s"), bytes: new Uint8Array(1_000_000), call: () => 1 },
      { toJSON: () => ({ toJSON: () => "z".repeat(1_000_000) }) },
    ];
    for (const value of values) expect(JSON.stringify(bounded(value) ?? null).length).toBeLessThan(60_000);
  });

  test("of an error there are type, text, stack and causes, and nothing else that it carries", () => {
    const cause = new Error("inner".repeat(10_000), { cause: "text" });
    const error = Object.assign(new TypeError("outer", { cause }), { request: { body: "secret text" }, code: "ECODE" });
    const reported = new BoundedValues(clean).error(error);
    expect(reported).toMatchObject({ type: "TypeError", message: "outer", code: "ECODE", cause: { type: "Error" } });
    expect(JSON.stringify(reported)).not.toContain("secret text");
    expect(JSON.stringify(reported).length).toBeLessThan(20_000);
    const unreadable = new Error("x");
    Object.defineProperty(unreadable, "message", { get: () => unreadable["nothing" as never]["at all"] });
    expect(new BoundedValues(clean).error(unreadable)).toBe("(it can't be read)");
  });
});

test("of many lines so many are taken in a second, and the rest is counted once", () => {
  vi.useFakeTimers();
  try {
    const reported: number[] = [];
    const allowance = new LineAllowance((leftOut) => reported.push(leftOut));
    const taken = () => Array.from({ length: 1_000 }, () => allowance.take()).filter(Boolean).length;
    expect(taken()).toBe(LINES_PER_SECOND);
    vi.advanceTimersByTime(1_000);
    expect(reported).toEqual([1_000 - LINES_PER_SECOND]);
    expect(taken()).toBe(LINES_PER_SECOND);
    vi.advanceTimersByTime(5_000);
    expect(reported).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
