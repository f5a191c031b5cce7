import { expect, test } from "vitest";
import { entryOf, formOf } from "./vector-form.ts";

const FORM = { id: "a", text: "A pump.", source: "embed", embedding: "", metadata: '{"year": 2024}' } as const;

test("an entry is built with an embedded text, a custom vector, or no vector", () => {
  const { id, text } = FORM;
  const metadata = { year: 2024 };
  expect(entryOf(FORM, 2)).toEqual({ id, text, metadata, embed: true });
  expect(entryOf({ ...FORM, source: "none" }, 2)).toEqual({ id, text, metadata, embed: false });
  expect(entryOf({ ...FORM, source: "own", embedding: "[0.5, 1]" }, 2)).toEqual({
    id,
    text,
    metadata,
    embedding: [0.5, 1],
  });
});

test.each([
  ["no id", { ...FORM, id: "" }],
  ["no text to embed", { ...FORM, text: " " }],
  ["too few numbers", { ...FORM, source: "own", embedding: "[1]" }],
  ["no numbers", { ...FORM, source: "own", embedding: '["1", "2"]' }],
  ["metadata that is no object", { ...FORM, metadata: "[]" }],
] as const)("rejects an entry: %s", (_, form) => {
  expect(entryOf(form, 2)).toBeUndefined();
});

test("editing an entry preserves its fields, and embeds the text again only if it had a vector", () => {
  const entry = { id: "a", text: "A pump.", metadata: { year: 2024 }, has_embedding: false };
  expect(formOf(entry, true)).toMatchObject({ id: "a", text: "A pump.", source: "none" });
  expect(formOf({ ...entry, has_embedding: true }, true).source).toBe("embed");
  expect(formOf(undefined, false).source).toBe("own");
});
