import { expect, it } from "vitest";
import { symbolText } from "./symbols.ts";

it.each([
  ["Symbol", "F061", "α"],
  ["Symbol", "F0B3", "≥"],
  ["Symbol", "F0AE", "→"],
  ["Symbol", "F0E5", "∑"],
  ["Symbol", "F0F2", "∫"],
  ["Symbol", "F0BF", "↵"],
  ["Wingdings", "F0FC", "✓"],
  ["Wingdings", "F021", ""],
  ["Webdings", "F021", ""],
  ["Arial", "20AC", "€"],
  ["Arial", "D800", ""],
  ["Arial", "zz", ""],
])("%s %s is %j", (font, char, text) => {
  expect(symbolText(font, char)).toBe(text);
});
