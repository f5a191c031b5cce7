import { describe, expect, it } from "vitest";
import { buildDocx, paragraph, paragraphOf, run, table } from "./build-docx.ts";
import { buildPptx, shapeOf } from "./build-pptx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const RAISED = '<w:vertAlign w:val="superscript"/>';
const STYLES =
  `<w:style w:type="character" w:styleId="Mark"><w:name w:val="footnote reference"/><w:rPr>${RAISED}</w:rPr></w:style>` +
  '<w:style w:type="character" w:styleId="OwnMark"><w:name w:val="own"/><w:basedOn w:val="Mark"/></w:style>' +
  '<w:style w:type="character" w:styleId="Flat"><w:name w:val="flat"/><w:basedOn w:val="Mark"/><w:rPr><w:vertAlign w:val="baseline"/></w:rPr></w:style>';

const linesFrom = async (body: string): Promise<string[]> =>
  linesOf(await readOffice("docx", buildDocx(body, { styles: STYLES })));

describe("superscript text in a Word document", () => {
  it.each([
    ["agreement", "7", " holds.", "agreement [7] holds."],
    ["vessels", "3,4", ".", "vessels [3,4]."],
    ["the goods.", "12", " Then", "the goods. [12] Then"],
    ["Preis", "*", "", "Preis [*]"],
    ["Vertrag", "7)", " gilt", "Vertrag [7] gilt"],
    ["5 m", "2", " of", "5 m2 of"],
    ["10", "6", " cells", "106 cells"],
    ["(a + b)", "2", " = c", "(a + b)2 = c"],
    ["on the 21", "st", " of May", "on the 21st of May"],
    ["XIX", "e", " siècle", "XIXe siècle"],
    ["the agreement ", "7", " holds", "the agreement 7 holds"],
  ])("%s, %s, %s is read as %s", async (before, raised, after, text) => {
    const runs = run(before) + run(raised, RAISED) + (after === "" ? "" : run(after));
    expect(await linesFrom(paragraphOf(runs))).toEqual([`paragraph: ${text}`]);
  });

  it("is recognised by style, too, and across several runs", async () => {
    const body = [
      paragraphOf(run("agree") + run("ment") + run("1", '<w:rStyle w:val="Mark"/>') + run("4", RAISED) + run(" ends")),
      paragraphOf(run("agreement") + run("7", '<w:rStyle w:val="OwnMark"/>')),
      paragraphOf(run("agreement") + run("7", '<w:rStyle w:val="Flat"/>')),
      paragraphOf(run("agreement") + run("7", `<w:rStyle w:val="Mark"/><w:vertAlign w:val="baseline"/>`)),
      paragraphOf(run("agreement") + run("7", '<w:vertAlign w:val="subscript"/>')),
      table([["Total", "Part"]]).replace(
        "</w:t></w:r></w:p></w:tc><w:tc>",
        `</w:t></w:r>${run("a", RAISED)}</w:p></w:tc><w:tc>`,
      ),
      paragraphOf(
        run("by hand") + '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="9"/></w:r>' + run("*", RAISED),
      ),
    ].join("");
    expect(await linesFrom(body)).toEqual([
      "paragraph: agreement [14] ends",
      "paragraph: agreement [7]",
      "paragraph: agreement7",
      "paragraph: agreement7",
      "paragraph: agreement7",
      "table_row#1: Total [a] | Part",
      "paragraph: by hand [*]",
    ]);
  });

  it("at the end of a paragraph whose mark was deleted is preserved", async () => {
    const joined = paragraphOf(run("agreement") + run("7", RAISED), "<w:rPr><w:del/></w:rPr>");
    expect(await linesFrom(joined + paragraph(" holds."))).toEqual(["paragraph: agreement [7] holds."]);
  });

  it("is unchanged when it is long", async () => {
    const [line] = await linesFrom(paragraphOf(run("agreement") + run("word ".repeat(1_000), RAISED) + run("end")));
    expect(line).toBe(`paragraph: agreement${"word ".repeat(1_000)}end`);
  });
});

it("superscript text on a slide is a note mark after a word, and part of the text elsewhere", async () => {
  const chunk = (text: string, baseline = "") => `<a:r><a:rPr lang="en"${baseline}/><a:t>${text}</a:t></a:r>`;
  const paragraphs = [
    chunk("haemoglobin") + chunk("14", ' baseline="30000"') + chunk(" falls"),
    chunk("directive") + chunk("3", ' baseline="30%"'),
    chunk("vessels") + chunk("3", ' baseline="-25000"'),
    chunk("5 m") + chunk("2", ' baseline="30000"'),
    chunk("word") + chunk("5", ' baseline="30000"') + "<a:br><a:rPr/></a:br>" + chunk("next"),
  ];
  const shapes = shapeOf(3, "", paragraphs.map((runs) => `<a:p>${runs}</a:p>`).join(""));
  expect(linesOf(await readOffice("pptx", buildPptx([{ shapes }])))).toEqual([
    "paragraph@1: haemoglobin [14] falls",
    "paragraph@1: directive [3]",
    "paragraph@1: vessels3",
    "paragraph@1: 5 m2",
    "paragraph@1: word [5]\nnext",
  ]);
});
