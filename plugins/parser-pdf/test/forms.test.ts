import { describe, expect, it } from "vitest";
import { buildPdf } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const FIRST = 100_000;
const APPEARANCE = "<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 0 >>\nstream\n\nendstream";

/** Parses a page with a form of these fields: dictionaries, the first object being the empty appearance of boxes. */
async function read(fields: readonly string[], roots = fields.map((_, index) => index)): Promise<string[]> {
  const refs = (indexes: readonly number[]): string => indexes.map((index) => `${FIRST + 1 + index} 0 R`).join(" ");
  const bytes = buildPdf({
    pages: [[{ text: "Application form", x: 60, y: 780 }]],
    catalog: `/AcroForm << /Fields [${refs(roots)}] >>`,
    pageEntries: { 0: `/Annots [${refs([...fields.keys()])}]` },
    extra: [
      APPEARANCE,
      ...fields.map((entries) => `<< /Type /Annot /Subtype /Widget /Rect [50 50 90 70] ${entries} >>`),
    ],
  });
  return textsOf((await readPdf(bytes)).blocks).slice(1);
}

const box = (name: string, state: string, isMarked: boolean): string =>
  `/FT /Btn /T (${name}) /AP << /N << /${state} ${FIRST} 0 R /Off ${FIRST} 0 R >> >> /AS /${isMarked ? state : "Off"}`;

describe("form fields", () => {
  it("retain the lines of a value, whatever the line ends", async () => {
    expect(
      await read([
        String.raw`/FT /Tx /Ff 4096 /T (address) /V (12 Main Street\rSpringfield\rZip 12345)`,
        String.raw`/FT /Tx /Ff 4096 /T (remark) /V (one\r\ntwo\nthree\r)`,
        "/FT /Tx /T (empty) /V ()",
      ]),
    ).toEqual(["address: 12 Main Street\nSpringfield\nZip 12345", "remark: one\ntwo\nthree"]);
  });

  it("show which boxes are checked, by their own value if they have one", async () => {
    expect(
      await read([
        `${box("agree", "Yes", true)} /V /Yes`,
        `${box("again", "1", true)} /V /1`,
        box("refused", "Yes", false),
        `${box("delivery", "Express", true)} /V /Express /TU (How to deliver)`,
      ]),
    ).toEqual(["agree: on", "again: on", "How to deliver: Express"]);
  });

  it("show which radio button is selected", async () => {
    const button = (state: string, isChosen: boolean): string =>
      `/Parent ${FIRST + 1} 0 R /AP << /N << /${state} ${FIRST} 0 R /Off ${FIRST} 0 R >> >> /AS /${isChosen ? state : "Off"}`;
    const group = `/FT /Btn /Ff 32768 /T (size) /V /large /Kids [${FIRST + 2} 0 R ${FIRST + 3} 0 R]`;
    expect(await read([group, button("small", false), button("large", true)], [0])).toEqual(["size: large"]);
  });

  it("show choices by their display names", async () => {
    const options = "/Opt [[(r) (Red)] [(g) (Green)] [(b) (Blue)]]";
    expect(
      await read([
        `/FT /Ch /Ff 131072 /T (colour) ${options} /V (g)`,
        `/FT /Ch /Ff 2097152 /T (colours) ${options} /V [(r) (b)]`,
        "/FT /Ch /T (pets) /Opt [(Dog) (Cat)] /V (Cat)",
        `/FT /Ch /Ff 393216 /T (other) ${options} /V (Magenta)`,
        `/FT /Ch /Ff 131072 /T (none) ${options}`,
      ]),
    ).toEqual(["colour: Green", "colours: Red, Blue", "pets: Cat", "other: Magenta"]);
  });

  it("are omitted with formFields false", async () => {
    const bytes = buildPdf({ pages: [[{ text: "Form", x: 60, y: 780 }]], field: ["name", "Ada"] });
    expect(textsOf((await readPdf(bytes, { formFields: false })).blocks)).toEqual(["Form"]);
  });
});
