import { expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";

test("parses a single byte range, and ignores everything else", () => {
  expect(parseRange("bytes=0-99")).toEqual({ offset: 0n, length: 100n });
  expect(parseRange("Bytes=5-")).toEqual({ offset: 5n, length: undefined });
  expect(parseRange("bytes=-5")).toEqual({ offset: -5n, length: undefined });
  expect(parseRange("bytes=-0")).toEqual({ offset: 0n, length: 0n });
  for (const header of [undefined, "", "bytes=", "bytes=-", "bytes=2-1", "bytes=0-1,3-4", "bytes=1e3-", "bytes=+1-2"]) {
    expect(parseRange(header)).toBeUndefined();
  }
});
