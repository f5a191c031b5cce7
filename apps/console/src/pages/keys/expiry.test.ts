import { describe, expect, test } from "vitest";
import { expiryOf } from "./expiry.ts";

const now = new Date(2026, 10, 23, 15, 30);

describe("key expiry", () => {
  test("is never, or a number of days from now", () => {
    expect(expiryOf("never", "", now)).toEqual({ at: undefined, isWrong: false });
    expect(expiryOf("days30", "", now).at?.getTime()).toBe(now.getTime() + 30 * 86_400_000);
  });

  test("is the end of the chosen day in local time, including today and the last day of a year", () => {
    expect(expiryOf("date", "2026-11-23", now)).toEqual({ at: new Date(2026, 10, 24), isWrong: false });
    expect(expiryOf("date", "2026-12-31", now).at).toEqual(new Date(2027, 0, 1));
  });

  test.each(["", "2026-11-22", "soon", "2026"])("rejects a past or invalid day: %j", (day) => {
    expect(expiryOf("date", day, now)).toEqual({ at: undefined, isWrong: true });
  });
});
