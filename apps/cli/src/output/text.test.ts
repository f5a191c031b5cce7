import { expect, test } from "vitest";
import { truncate, padded, visible, widthOf, wrapped } from "./text.ts";

test("width is what a terminal takes", () => {
  expect(widthOf("herons")).toBe(6);
  expect(widthOf("苍鹭")).toBe(4);
  expect(widthOf("e\u0301te\u0301")).toBe(3);
  expect(padded("苍鹭", 6)).toBe("苍鹭  ");
  expect(truncate("苍鹭站在", 5)).toBe("苍鹭…");
  expect(truncate("herons", 6)).toBe("herons");
});

test("what a terminal would act upon is shown, not sent", () => {
  expect(visible("a\nb\t\u001b]0;title\u0007\u202e")).toBe("a\\nb\\t\ufffd]0;title\ufffd\ufffd");
});

test("text is wrapped between words, wide ones too", () => {
  expect(wrapped("herons stand still\nin water", 12)).toEqual(["herons stand", "still", "in water"]);
  expect(wrapped("苍鹭 站在 浅水", 9)).toEqual(["苍鹭 站在", "浅水"]);
});
