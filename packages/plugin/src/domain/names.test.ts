import { describe, expect, test } from "vitest";
import { chunkId, isCollectionName, isUuid, nameId, newId } from "./names.ts";

describe("isCollectionName", () => {
  test.each(["a", "Docs_2026", `a${"b".repeat(127)}`])("accepts %s", (name) => {
    expect(isCollectionName(name)).toBe(true);
  });

  test.each(["", "1a", "_a", "a-b", "a b", "ä", "a\n", "a.b", "../a", `a${"b".repeat(128)}`])("rejects %j", (name) => {
    expect(isCollectionName(name)).toBe(false);
  });
});

test("newId creates UUIDs; isUuid accepts only the canonical spelling", () => {
  const id = newId();
  expect(isUuid(id)).toBe(true);
  expect(isUuid(id.toUpperCase().replace(/^./, "A"))).toBe(false);
  expect(isUuid(`${id}\n`)).toBe(false);
});

test("nameId creates the name-based UUID of RFC 9562", () => {
  const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
  expect(nameId("www.example.com", dns)).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
});

describe("chunkId", () => {
  const document = "6f1c2f5e-3a44-4c0e-9a57-0d8f4f0c9b11";

  test("is the same for the same document, generation and index", () => {
    expect(chunkId(document, 1, 0)).toBe(chunkId(document, 1, 0));
    expect(isUuid(chunkId(document, 1, 0))).toBe(true);
  });

  test("differs by document, generation and index", () => {
    const ids = [
      chunkId(document, 1, 0),
      chunkId(document, 1, 1),
      chunkId(document, 2, 0),
      chunkId(document, 11, 0),
      chunkId(document, 1, 10),
      chunkId(newId(), 1, 0),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
