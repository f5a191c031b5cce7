import { MAIN_NAMESPACES, packageParts, relationships, zip } from "./build-office.ts";

/** Builds a shape with paragraphs. `placeholder` is its `<p:ph>` element, if it has one. */
export const shape = (id: number, placeholder: string, texts: readonly string[]): string =>
  shapeOf(id, placeholder, texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join(""));

export const shapeOf = (id: number, placeholder: string, paragraphs: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr/>` +
  `<p:txBody><a:bodyPr/><a:lstStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></a:lstStyle>${paragraphs}</p:txBody></p:sp>`;

export const frame = (content: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="f"/><p:nvPr/></p:nvGraphicFramePr><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;

export interface FixtureSlide {
  readonly title?: string;
  readonly texts?: readonly string[];
  /** Additional shapes. */
  readonly shapes?: string;
  readonly notes?: string;
  readonly isHidden?: boolean;
  /** Content of additional parts by their relationship type, which is also their id and name: `chart`, `comments`. */
  readonly parts?: Readonly<Record<string, string>>;
}

const tree = (shapes: string): string => `<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;

const slideXml = ({ title, texts = [], shapes = "", isHidden = false }: FixtureSlide): string =>
  `<p:sld ${MAIN_NAMESPACES.slide}${isHidden ? ' show="0"' : ""}>${tree(
    (title === undefined ? "" : shape(2, '<p:ph type="title"/>', [title])) +
      (texts.length > 0 ? shape(3, "", texts) : "") +
      shapes,
  )}</p:sld>`;

/**
 * Builds a presentation with the given slides in this order, whatever the names of their parts. `files` are entries in
 * addition to others or in place of them; `without` names entries that are missing.
 */
export function buildPptx(
  slides: readonly FixtureSlide[],
  partNumbers = slides.map((_, index) => index + 1),
  files: Readonly<Record<string, string | Uint8Array>> = {},
  without: readonly string[] = [],
): Uint8Array {
  const parts: Record<string, string | Uint8Array> = packageParts(
    "ppt/presentation.xml",
    "presentationml.presentation",
  );
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index + 1}"/>`).join("");
  parts["ppt/presentation.xml"] =
    `<p:presentation ${MAIN_NAMESPACES.slide}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`;
  parts["ppt/_rels/presentation.xml.rels"] = relationships(
    ...partNumbers.map((number, index) => [`s${index + 1}`, "slide", `slides/slide${number}.xml`] as const),
  );
  for (const [index, slide] of slides.entries()) addSlide(parts, slide, partNumbers[index]!);
  return zip(Object.fromEntries(Object.entries({ ...parts, ...files }).filter(([name]) => !without.includes(name))));
}

function addSlide(parts: Record<string, string | Uint8Array>, slide: FixtureSlide, number: number): void {
  const others = Object.entries(slide.parts ?? {});
  parts[`ppt/slides/slide${number}.xml`] = slideXml(slide);
  parts[`ppt/slides/_rels/slide${number}.xml.rels`] = relationships(
    ...(slide.notes === undefined ? [] : [["n1", "notesSlide", `../notesSlides/notesSlide${number}.xml`] as const]),
    ...others.map(([type]) => [type, type, `../parts/${type}${number}.xml`] as const),
  );
  for (const [type, content] of others) parts[`ppt/parts/${type}${number}.xml`] = content;
  if (slide.notes === undefined) return;
  const figures = shape(2, '<p:ph type="body" idx="1"/>', [slide.notes]) + shape(3, '<p:ph type="sldImg"/>', []);
  parts[`ppt/notesSlides/notesSlide${number}.xml`] = `<p:notes ${MAIN_NAMESPACES.slide}>${tree(figures)}</p:notes>`;
}

export const manualPptx = buildPptx([
  { title: "Pump handbook", texts: ["It lifts water by twelve metres."] },
  {},
  { title: "Care", texts: ["Clean the filter once a month.", "Use clear water."], notes: "Show the filter here." },
]);
