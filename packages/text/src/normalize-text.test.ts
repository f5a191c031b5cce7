import { describe, expect, it } from "vitest";
import { analyze } from "./analyzer.ts";
import { normalizeText } from "./normalize-text.ts";

describe("normalizeText", () => {
  it.each([
    ["agreement⁷ holds", "agreement 7 holds"],
    ["haemoglobin¹⁴", "haemoglobin 14"],
    ["Précède² договор³", "Précède 2 договор 3"],
    ["e\u0301te\u0301⁷", "été 7"],
  ])("separates a note mark: %s", (text, expected) => {
    expect(normalizeText(text)).toBe(expected);
  });

  it.each([
    ["5 m² and 3 cm³", "5 m2 and 3 cm3"],
    ["x² + 10⁶", "x2 + 106"],
    ["CO₂ and glucose₆", "CO2 and glucose6"],
    ["sin² x, square feet²", "sin2 x, square feet2"],
    ["min⁻¹", "min\u22121"],
    ["part7", "part7"],
  ])("does not separate %s", (text, expected) => {
    expect(normalizeText(text)).toBe(expected);
  });

  it("lets a word with a note mark be found", () => {
    expect(analyze("The agreement⁷ holds.")).toEqual(analyze("The agreement 7 holds."));
  });
});
