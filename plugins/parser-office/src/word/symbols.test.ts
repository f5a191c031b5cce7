import { expect, it } from "vitest";
import { symbolCharacter, symbolOfField } from "./symbols.ts";

it.each([
  ["Symbol", "F061", "α"],
  ["Symbol", "F0B3", "≥"],
  ["Symbol", "F0AE", "→"],
  ["Symbol", "F0E5", "∑"],
  ["Symbol", "F0F2", "∫"],
  ["Symbol", "F0BF", "↵"],
  ["Wingdings", "F0FC", "✓"],
  ["Wingdings", "F0FF", ""],
  ["Webdings", "F021", "🕷"],
  ["Wingdings 2", "0052", "☑"],
  ["Arial", "F0FC", ""],
  ["Arial", "20AC", "€"],
  ["Arial", "D800", ""],
  ["Arial", "zz", ""],
])("font %s, character %s is %j", (font, char, text) => {
  expect(symbolCharacter(font, char)).toBe(text);
});

it.each([
  [' SYMBOL 74 \\f "Wingdings" \\s 11 ', "☺"],
  ["SYMBOL 0x6D \\f Symbol", "μ"],
  ["SYMBOL 8364", "€"],
  ["PAGEREF x", ""],
])("the field %j shows %j", (instruction, text) => {
  expect(symbolOfField(instruction)).toBe(text);
});
