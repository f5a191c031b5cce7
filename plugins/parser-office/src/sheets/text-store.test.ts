import { expect, it } from "vitest";
import { TextStore } from "./text-store.ts";

it("returns each text by its index, and an empty text for an unknown index", () => {
  const store = new TextStore();
  const texts = Array.from({ length: 10_000 }, (_, index) => (index % 3 === 0 ? "" : `größe ${index} 日本 🙂`));
  for (const text of texts) store.add(text);
  expect(texts.map((_, index) => store.get(index))).toEqual(texts);
  expect(store.lengthOf(1)).toBe(Buffer.byteLength(texts[1]!));
  for (const index of [-1, 10_000, 0.5, Number.NaN, 1e12]) {
    expect(store.get(index)).toBe("");
    expect(store.lengthOf(index)).toBe(0);
  }
});
