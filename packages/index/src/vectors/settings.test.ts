import { Schema } from "effect";
import { expect, test } from "vitest";
import { EmbeddedSettings } from "./settings.ts";

const decode = Schema.decodeUnknownSync(EmbeddedSettings);

test("every setting has a default", () => {
  expect(decode({})).toEqual({
    cacheMemoryMb: 768,
    synchronous: "full",
    maxOpenCollections: 64,
    index: "auto",
    indexFromRows: 30_000,
  });
});

test.each([
  { cacheMemoryMb: 0 },
  { cacheMemoryMb: 1.5 },
  { cacheMemoryMb: "512" },
  { synchronous: "off" },
  { maxOpenCollections: 0 },
  { index: "maybe" },
  { indexFromRows: 0 },
])("rejects %j and names the setting", (settings) => {
  expect(() => decode(settings)).toThrow(Object.keys(settings)[0]);
});
