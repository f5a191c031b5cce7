import { expect, test } from "vitest";
import { parseTimestamp, timestampText } from "./timestamp-text.ts";

test("times before and after 1970 survive parsing and formatting", () => {
  for (const text of [
    "2026-11-21T10:00:00.250Z",
    "1970-01-01T00:00:00.000Z",
    "1969-12-31T23:59:59.750Z",
    "1900-01-01T00:00:00.001Z",
  ]) {
    const timestamp = parseTimestamp(text);
    expect(timestamp.nanos).toBeGreaterThanOrEqual(0);
    expect(timestampText(timestamp)).toBe(text);
  }
});

test("fractions of a millisecond are truncated, and a time zone is required", () => {
  expect(timestampText({ seconds: 0n, nanos: 1_999_999 })).toBe("1970-01-01T00:00:00.001Z");
  expect(timestampText(parseTimestamp("2026-11-21T12:00:00+02:00"))).toBe("2026-11-21T10:00:00.000Z");
  for (const value of ["2026-11-21", "2026-11-21T10:00:00", "2026-13-01T00:00:00Z", 5, null]) {
    expect(() => parseTimestamp(value)).toThrow("must be an ISO 8601 timestamp");
  }
});
