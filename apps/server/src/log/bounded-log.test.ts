import { describe, expect, test, vi } from "vitest";
import { cleanText, MAX_TEXT_CHARACTERS } from "./bounded-text.ts";
import { BoundedValues } from "./bounded-value.ts";
import { LineAllowance, LINES_PER_SECOND } from "./line-allowance.ts";

const clean = cleanText(["a-secret-for-tests", "short"]);
const bounded = (value: unknown): unknown => new BoundedValues(clean).of(value);

describe("log texts", () => {
  test("short texts are unchanged, including line breaks and tabs", () => {
    expect(clean("a line\n\tand another: äöü 日本 😀")).toBe("a line\n\tand another: äöü 日本 😀");
  });

  test("long texts are cut, even in the middle of a secret or a character", () => {
    expect(clean("x".repeat(10_000))).toBe(`${"x".repeat(MAX_TEXT_CHARACTERS)}…`);
    expect(clean(`${"x".repeat(MAX_TEXT_CHARACTERS - 5)}a-secret-for-tests`)).not.toContain("a-sec");
    expect(clean(`${"x".repeat(MAX_TEXT_CHARACTERS - 1)}😀`).isWellFormed()).toBe(true);
  });

  test("secrets and bearer tokens are hidden, also in base64; secrets that are too short are not", () => {
    for (const spelling of ["a-secret-for-tests", btoa("a-secret-for-tests")]) {
      expect(clean(`it said ${spelling}!`)).toBe("it said <hidden>!");
    }
    expect(clean("Authorization: Bearer sk-live-0123456789")).toBe("Authorization: Bearer <hidden>");
    expect(clean("a short word")).toBe("a short word");
  });

  test("characters that control terminals or text direction are escaped", () => {
    expect(clean("a\u001b[2J\u009b1m\r\u202eb")).toBe("a\\u001b[2J\\u009b1m\\u000d\\u202eb");
  });
});

describe("log fields", () => {
  test("plain fields are unchanged", () => {
    const fields = { count: 1, isGood: true, none: null, list: ["a", 2], nested: { deep: { name: "x" } } };
    expect(bounded(fields)).toEqual(fields);
  });

  test("any value is reduced to a small, serializable one", () => {
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

  test("an error is logged with type, message, code and cause, but without attached request data", () => {
    const cause = new Error("inner".repeat(10_000), { cause: "text" });
    const error = Object.assign(new TypeError("outer", { cause }), { request: { body: "secret text" }, code: "ECODE" });
    const reported = new BoundedValues(clean).error(error);
    expect(reported).toMatchObject({ type: "TypeError", message: "outer", code: "ECODE", cause: { type: "Error" } });
    expect(JSON.stringify(reported)).not.toContain("secret text");
    expect(JSON.stringify(reported).length).toBeLessThan(20_000);
    const unreadable = new Error("x");
    Object.defineProperty(unreadable, "message", { get: () => unreadable["nothing" as never]["at all"] });
    expect(new BoundedValues(clean).error(unreadable)).toBe("(unreadable)");
  });
});

test("log lines above the limit per second are dropped, and their number is reported once", () => {
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
