import { describe, expect, it } from "vitest";
import { buildDocx, paragraphOf, run } from "./build-docx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const mark = (type: string, content = ""): string =>
  `<w:r><w:fldChar w:fldCharType="${type}">${content}</w:fldChar></w:r>`;
const instruction = (text: string): string => `<w:r><w:instrText xml:space="preserve"> ${text} </w:instrText></w:r>`;

/** Builds a form field. Without `result` it has none, like check boxes and lists in Word files. */
const field = (kind: string, data: string, result?: string): string =>
  mark("begin", `<w:ffData><w:name w:val="x"/><w:enabled/><w:calcOnExit w:val="0"/>${data}</w:ffData>`) +
  instruction(kind) +
  (result === undefined ? "" : mark("separate") + result) +
  mark("end");

const box = (state: string, result?: string): string =>
  field("FORMCHECKBOX", `<w:checkBox><w:sizeAuto/>${state}</w:checkBox>`, result);
const list = (state: string, result?: string): string =>
  field(
    "FORMDROPDOWN",
    `<w:ddList>${state}<w:listEntry w:val="Lyon"/><w:listEntry w:val="Marseille"/></w:ddList>`,
    result,
  );
const text = (initial: string, result?: string): string =>
  field("FORMTEXT", `<w:textInput><w:type w:val="regular"/>${initial}<w:maxLength w:val="9"/></w:textInput>`, result);

const lineFrom = async (runs: string): Promise<string[]> =>
  linesOf(await readOffice("docx", buildDocx(paragraphOf(run("Field: ") + runs + run(" behind")))));

describe("legacy form fields show the selected value", () => {
  it.each([
    ["a checked box", box('<w:default w:val="0"/><w:checked/>'), "☒"],
    ["a box checked by a value", box('<w:checked w:val="1"/>'), "☒"],
    ["an unchecked box that is checked by default", box('<w:default w:val="1"/><w:checked w:val="0"/>'), "☐"],
    ["a box checked by default", box('<w:default w:val="1"/>'), "☒"],
    ["a box checked by default, without a value", box("<w:default/>"), "☒"],
    ["a box unchecked by default", box('<w:default w:val="0"/>'), "☐"],
    ["a box without a state", box(""), "☐"],
    ["a box with an empty result", box("<w:checked/>", ""), "☒"],
    ["a box that its result repeats", box("<w:checked/>", run("☑")), "☑"],
    ["a selected entry", list('<w:result w:val="1"/>'), "Marseille"],
    ["the first entry without a selection", list(""), "Lyon"],
    ["the default entry", list('<w:default w:val="1"/>'), "Marseille"],
    ["a selected entry other than the default", list('<w:result w:val="0"/><w:default w:val="1"/>'), "Lyon"],
    ["a selected entry that the result repeats", list('<w:result w:val="1"/>', run("Marseille")), "Marseille"],
    ["a selected entry that does not exist", list('<w:result w:val="7"/>'), ""],
    ["a filled-in text", text('<w:default w:val="Name"/>', run("Ann")), "Ann"],
    ["a text of several runs", text('<w:default w:val="Name"/>', run("An") + run("n")), "Ann"],
    [
      "a text that is a nested field's result",
      text('<w:default w:val="Name"/>', field("REF x", "", run("Ann"))),
      "Ann",
    ],
    ["the default of an empty text", text('<w:default w:val="Name"/>', run("\u2002\u2002")), "Name"],
    ["an empty text without a default", text("", run("\u2002\u2002")), ""],
  ])("%s", async (_, runs, shown) => {
    expect(await lineFrom(runs)).toEqual([`paragraph: Field: ${shown} behind`.replace("  ", " ")]);
  });

  it("in hidden text are omitted when hidden content is excluded", async () => {
    const hidden = box("<w:checked/>").replaceAll("<w:r>", "<w:r><w:rPr><w:vanish/></w:rPr>");
    const bytes = buildDocx(paragraphOf(run("Field:") + hidden));
    expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: Field:☒"]);
    expect(linesOf(await readOffice("docx", bytes, {}, { hiddenContent: false }))).toEqual(["paragraph: Field:"]);
  });

  it("show no value when the field never ends", async () => {
    expect(await lineFrom(mark("begin", "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"))).toEqual([
      "paragraph: Field:",
    ]);
    expect(await lineFrom(mark("end") + mark("end"))).toEqual(["paragraph: Field: behind"]);
  });
});
