import { describe, expect, test } from "vitest";
import { expiryOf } from "./expiry.ts";

const now = new Date(2026, 10, 23, 15, 30);

describe("when a key ends", () => {
  test("never, or so many days from now", () => {
    expect(expiryOf("never", "", now)).toEqual({ at: undefined, isWrong: false });
    expect(expiryOf("days30", "", now).at?.getTime()).toBe(now.getTime() + 30 * 86_400_000);
  });

  test("at the end of a day by the reader's clock, also of this one and of the year", () => {
    expect(expiryOf("date", "2026-11-23", now)).toEqual({ at: new Date(2026, 10, 24), isWrong: false });
    expect(expiryOf("date", "2026-12-31", now).at).toEqual(new Date(2027, 0, 1));
  });

  test.each(["", "2026-11-22", "soon", "2026"])("not on a day that is over or none: %j", (day) => {
    expect(expiryOf("date", day, now)).toEqual({ at: undefined, isWrong: true });
  });
});
