import { expect, it } from "vitest";
import { shownRtf } from "../src/shown-rtf.ts";

const shown = (rtf: string, withHidden = true): string =>
  shownRtf(Buffer.from(rtf, "latin1"), withHidden).toString("latin1");

it.each([
  ["{\\rtf1 a{\\deleted\\revauthdel1 b}c}", "{\\rtf1 a{\\deleted\\revauthdel1 }c}"],
  ["{\\rtf1 a\\deleted b\\par c\\deleted0 d}", "{\\rtf1 a\\deleted c\\deleted0 d}".replace("c", "")],
  ["{\\rtf1 \\deleted b\\plain c}", "{\\rtf1 \\deleted \\plain c}"],
  ["{\\rtf1 {\\deleted {\\b x}\\u1055\\'3f\\'e9y}z}", "{\\rtf1 {\\deleted {\\b }}z}"],
  ["{\\rtf1 {\\deleted \\uc2\\u8364 ??ab}\\'e9}", "{\\rtf1 {\\deleted \\uc2}\\'e9}"],
  ["{\\rtf1 {\\mvf old}{\\mvt new}{\\revised in}}", "{\\rtf1 {\\mvf }{\\mvt new}{\\revised in}}"],
  ["{\\rtf1 \\{\\deleted0 kept\\}}", "{\\rtf1 \\{\\deleted0 kept\\}}"],
  ["{\\rtf1 {\\pict\\bin4 {}\\\\x}{\\strike looks}", "{\\rtf1 {\\pict\\bin4 {}\\\\x}{\\strike looks}"],
])("omits deleted text from %j", (rtf, expected) => expect(shown(rtf)).toBe(expected));

it("omits hidden text when configured", () => {
  const rtf = "{\\rtf1 a{\\v hidden}b\\v c\\v0 d\\viewkind4 e}";
  expect(shown(rtf)).toBe(rtf);
  expect(shown(rtf, false)).toBe("{\\rtf1 a{\\v }b\\v \\v0 d\\viewkind4 e}");
});
