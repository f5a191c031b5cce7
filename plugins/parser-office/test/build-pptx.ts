import { MAIN_NAMESPACES, packageParts, relationships, zip } from "./build-office.ts";

const shape = (id: number, placeholder: string, texts: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/>` +
  `<p:txBody><a:bodyPr/>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join("")}</p:txBody></p:sp>`;

export interface FixtureSlide {
  readonly title?: string;
  readonly texts?: readonly string[];
  readonly notes?: string;
}

const tree = (shapes: string): string => `<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;

const slideXml = ({ title, texts = [] }: FixtureSlide): string =>
  `<p:sld ${MAIN_NAMESPACES.slide}>${tree(
    (title === undefined ? "" : shape(2, '<p:ph type="title"/>', [title])) +
      (texts.length > 0 ? shape(3, "", texts) : ""),
  )}</p:sld>`;

/** A presentation with the given slides, in this order; an empty one has nothing on it. */
export function buildPptx(slides: readonly FixtureSlide[]): Uint8Array {
  const parts: Record<string, string> = packageParts("ppt/presentation.xml", "presentationml.presentation");
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index + 1}"/>`).join("");
  parts["ppt/presentation.xml"] =
    `<p:presentation ${MAIN_NAMESPACES.slide}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`;
  parts["ppt/_rels/presentation.xml.rels"] = relationships(
    ...slides.map((_, index) => [`s${index + 1}`, "slide", `slides/slide${index + 1}.xml`] as const),
  );
  for (const [index, slide] of slides.entries()) {
    const number = index + 1;
    parts[`ppt/slides/slide${number}.xml`] = slideXml(slide);
    if (slide.notes === undefined) continue;
    parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships([
      "n1",
      "notesSlide",
      `../notesSlides/notesSlide${number}.xml`,
    ]);
    parts[`ppt/notesSlides/notesSlide${number}.xml`] =
      `<p:notes ${MAIN_NAMESPACES.slide}>${tree(shape(2, '<p:ph type="body" idx="1"/>', [slide.notes]))}</p:notes>`;
    parts[`ppt/notesSlides/_rels/notesSlide${number}.xml.rels`] = relationships([
      "s1",
      "slide",
      `../slides/slide${number}.xml`,
    ]);
  }
  return zip(parts);
}

export const manualPptx = buildPptx([
  { title: "Pump handbook", texts: ["It lifts water by twelve metres."] },
  {},
  { title: "Care", texts: ["Clean the filter once a month.", "Use clear water."], notes: "Show the filter here." },
]);
