import {
  escapeXml,
  officeRelation,
  packageFrame,
  RELATION,
  relationships,
  zipParts,
  type OfficeParts,
} from "./office-package.ts";

export const SLIDE_NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${RELATION}"`;

export interface FixtureSlide {
  readonly title: string;
  readonly texts: readonly string[];
  readonly table?: readonly (readonly string[])[];
  readonly notes?: string;
}

const textBody = (tag: string, texts: readonly string[]): string =>
  `<${tag}><a:bodyPr/>${texts.map((text) => `<a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`).join("")}</${tag}>`;

const shape = (id: number, placeholder: string, texts: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="shape ${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${placeholder}"/></p:nvPr>` +
  `</p:nvSpPr><p:spPr/>${textBody("p:txBody", texts)}</p:sp>`;

const tableFrame = (rows: readonly (readonly string[])[]): string =>
  '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>' +
  '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/>' +
  `<a:tblGrid>${rows[0]!.map(() => '<a:gridCol w="100"/>').join("")}</a:tblGrid>` +
  rows
    .map((row) => `<a:tr h="100">${row.map((cell) => `<a:tc>${textBody("a:txBody", [cell])}</a:tc>`).join("")}</a:tr>`)
    .join("") +
  "</a:tbl></a:graphicData></a:graphic></p:graphicFrame>";

const shapeTree = (shapes: string): string =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;

const slideXml = ({ title, texts, table }: FixtureSlide): string =>
  `<p:sld ${SLIDE_NAMESPACES}>` +
  shapeTree(shape(2, "title", [title]) + shape(3, "body", texts) + (table === undefined ? "" : tableFrame(table))) +
  "</p:sld>";

const notesParts = (number: number, notes: string): OfficeParts => ({
  [`ppt/slides/_rels/slide${number}.xml.rels`]: relationships([
    officeRelation("notesSlide", `../notesSlides/notesSlide${number}.xml`),
  ]),
  [`ppt/notesSlides/notesSlide${number}.xml`]: `<p:notes ${SLIDE_NAMESPACES}>${shapeTree(shape(2, "body", [notes]))}</p:notes>`,
  [`ppt/notesSlides/_rels/notesSlide${number}.xml.rels`]: relationships([
    officeRelation("slide", `../slides/slide${number}.xml`),
  ]),
});

/** Returns a presentation. Its files are numbered in reverse, so that only the slide list determines the order. */
export const pptxFile = (slides: readonly FixtureSlide[], more: OfficeParts = {}): Uint8Array => {
  const numbers = slides.map((_, index) => slides.length - index);
  return zipParts({
    ...packageFrame("ppt/presentation.xml", {
      "ppt/presentation.xml": "presentationml.presentation.main",
      ...Object.fromEntries(numbers.map((number) => [`ppt/slides/slide${number}.xml`, "presentationml.slide"])),
    }),
    "ppt/_rels/presentation.xml.rels": relationships(
      numbers.map((number) => officeRelation("slide", `slides/slide${number}.xml`)),
    ),
    "ppt/presentation.xml":
      `<p:presentation ${SLIDE_NAMESPACES}><p:sldIdLst>` +
      numbers.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join("") +
      "</p:sldIdLst></p:presentation>",
    ...Object.fromEntries(slides.map((slide, index) => [`ppt/slides/slide${numbers[index]!}.xml`, slideXml(slide)])),
    ...Object.assign(
      {},
      ...slides.map(({ notes }, index) => (notes === undefined ? {} : notesParts(numbers[index]!, notes))),
    ),
    ...more,
  });
};
