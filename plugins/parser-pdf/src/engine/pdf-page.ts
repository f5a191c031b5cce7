import type { BlockLink } from "@quarry/plugin";
import { type Drawing, drawPage } from "./draw-page.ts";
import type { Engine } from "./engine.ts";
import { type FontStyle, FontStyles } from "./font-styles.ts";
import { GlyphNames } from "./glyph-names.ts";
import { type HiddenText, NOTHING, type Unseen } from "./hidden-text.ts";
import { LineReader } from "./line-reader.ts";
import type { PageBox } from "./page-box.ts";
import { readPageLinks } from "./page-links.ts";
import { visitObjects } from "./page-objects.ts";
import { type PageNotes, readPageNotes } from "./page-notes.ts";
import { type ContentRole, readStructureRoles } from "./page-roles.ts";
import type { PageLine, PageText } from "./page-text.ts";
import { type PagePictures, readPagePictures } from "./page-pictures.ts";
import { type RenderLimits, renderPage, type RenderedPage } from "./render-page.ts";
import { inReadingDirection } from "./reading-direction.ts";
import { PaintSurvey } from "./paint-survey.ts";
import { type Ruling, RulingReader, turnedRulings } from "./rulings.ts";
import type { Scratch } from "./scratch.ts";
import { inDrawnOrder } from "./turned-lines.ts";
import { mayBeVertical, verticalLines } from "./vertical-lines.ts";

/** Handles and properties that a page is opened with. */
export interface PdfPageParts {
  readonly engine: Engine;
  readonly scratch: Scratch;
  readonly page: number;
  /** Handle of its document. */
  readonly document: number;
  /** Page index, from 0. */
  readonly index: number;
  /** Whether the document declares a tagged structure. */
  readonly isTagged: boolean;
}

/** Content of a page, with its links, read in one pass. */
export interface LinkedPageText extends PageText {
  readonly links: readonly BlockLink[];
}

/** An open page. `close` frees its memory outside the JavaScript heap. */
export class PdfPage {
  readonly #parts: PdfPageParts;
  readonly #box: PageBox;

  constructor(parts: PdfPageParts) {
    this.#parts = parts;
    this.#box = readBox(parts);
  }

  /**
   * Returns the lines of the page in the file's drawing order, and its links. There are no lines if the text is
   * damaged.
   */
  text(hidden: HiddenText, { areas }: Pick<PageNotes, "areas">): LinkedPageText {
    const { engine, page, scratch, index, isTagged } = this.#parts;
    const rotation = engine.FPDFPage_GetRotation(page) * 90;
    const rulings = new RulingReader(engine, scratch);
    const survey = new PaintSurvey(engine, scratch);
    visitObjects(engine, page, scratch, [rulings, survey]);
    survey.notes(areas);
    const unseen = hidden.deactivateUnseen({ engine, page, scratch, hasNotes: true }, index, this.#box, survey);
    const roles = isTagged ? readStructureRoles(engine, page, scratch) : undefined;
    const { lines, unseenTexts, links } = this.#read(rulings.rulings, roles, unseen);
    const text = this.#toPageText(inDrawnOrder(lines, rotation), rulings, rotation);
    for (const object of unseen === NOTHING ? [] : survey.texts) engine.FPDFPageObj_SetIsActive(object, false);
    return {
      ...text,
      unseen: [...unseenTexts, ...this.#textsOf(unseen.objects)],
      unpainted: this.#textsOf(unseen.unpainted),
      links,
    };
  }

  /** Returns the text of deactivated objects. All other text objects must be deactivated too. */
  #textsOf(objects: readonly number[]): string[] {
    if (objects.length === 0) return [];
    const { engine } = this.#parts;
    for (const object of objects) engine.FPDFPageObj_SetIsActive(object, true);
    const { lines } = this.#read([], undefined, NOTHING);
    for (const object of objects) engine.FPDFPageObj_SetIsActive(object, false);
    return lines.map((line) => line.text);
  }

  /** Returns the lines of the page in the current state of its objects. */
  #read(
    rulings: readonly Ruling[],
    roles: ReadonlyMap<number, ContentRole> | undefined,
    unseen: Unseen,
  ): { lines: readonly PageLine[]; unseenTexts: readonly string[]; links: readonly BlockLink[] } {
    const { engine, page, scratch } = this.#parts;
    const textPage = engine.FPDFText_LoadPage(page);
    // Creating the engine's text page takes half of the reading time, so links and lines share one.
    const links = readPageLinks(this.#parts, textPage);
    if (textPage === 0) return { lines: [], unseenTexts: [], links };
    try {
      const fonts = new FontStyles(engine, scratch);
      const names = new GlyphNames(engine, scratch);
      const parts = { engine, textPage, scratch, box: this.#box, fonts, names, roles, rulings, seenOf: unseen.seenOf };
      const reader = new LineReader(parts);
      const lines = reader.read();
      const styleOf = (index: number): FontStyle => reader.styleAt(index);
      const columns = mayBeVertical(lines) ? verticalLines({ ...parts, styleOf }) : undefined;
      return { lines: columns ?? lines, unseenTexts: reader.unseen, links };
    } finally {
      engine.FPDFText_ClosePage(textPage);
    }
  }

  /** Reads notes and filled form fields. `form` is the handle of the form environment, or 0 to omit fields. */
  notes(form: number, withNotes: boolean): PageNotes {
    const { engine, page, scratch } = this.#parts;
    return readPageNotes({ engine, page, scratch, form, withNotes });
  }

  /** Surveys the pictures on the page and how much of it they cover. */
  pictures(): PagePictures {
    const { engine, page, scratch } = this.#parts;
    return readPagePictures(engine, page, scratch, this.#box);
  }

  /** Draws the page in grey, as displayed. Returns undefined if it takes too long. */
  render(limits: RenderLimits): RenderedPage | undefined {
    return renderPage(this.#parts.engine, this.#parts.page, limits);
  }

  /** Returns width and height in points as displayed, rotated and cropped, or undefined if the file defines none. */
  size(): { readonly width: number; readonly height: number } | undefined {
    const { engine, page } = this.#parts;
    // The engine uses 32-bit floats, in which 708.7 is 708.7000122070312.
    const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)].map(
      (points) => Math.round(points * 1_000) / 1_000,
    ) as [number, number];
    return width > 0 && height > 0 ? { width, height } : undefined;
  }

  /** Draws the page as displayed. Returns undefined if it takes too long. */
  draw(drawing: Drawing): Uint8Array | undefined {
    return drawPage(this.#parts.engine, this.#parts.page, drawing);
  }

  close(): void {
    this.#parts.engine.FPDF_ClosePage(this.#parts.page);
  }

  #toPageText(lines: readonly PageLine[], { rulings, shades }: RulingReader, rotation: number): PageText {
    const angle = mainAngle(lines);
    const isSideways = angle === 90 || angle === 270;
    const width = this.#box.right - this.#box.left;
    const height = this.#box.top - this.#box.bottom;
    const along = isSideways ? height : width;
    const ordered = inReadingDirection(lines, along);
    // Right-to-left lines are measured from the other edge, some or all of a page, so rulings don't match them.
    const matching = (drawn: readonly Ruling[]): readonly Ruling[] =>
      ordered === lines ? turnedRulings(drawn, angle, this.#box) : [];
    return {
      lines: ordered,
      angle,
      width: along,
      height: isSideways ? width : height,
      rulings: matching(rulings),
      shades: matching(shades),
      sheet: { width, height, rotation },
    };
  }
}

function mainAngle(lines: readonly PageLine[]): number {
  const characters = [0, 0, 0, 0];
  for (const line of lines) characters[line.angle / 90]! += line.text.length;
  return characters.indexOf(Math.max(...characters)) * 90;
}

/** Letter size, used if the file has no valid box. */
const DEFAULT_BOX: PageBox = { left: 0, bottom: 0, right: 612, top: 792 };

function readBox({ engine, page, scratch }: PdfPageParts): PageBox {
  // The rectangle is left, top, right, bottom.
  if (!engine.FPDF_GetPageBoundingBox(page, scratch.pointer)) return DEFAULT_BOX;
  const [left, top, right, bottom] = [0, 1, 2, 3].map((index) => scratch.float(index)) as [
    number,
    number,
    number,
    number,
  ];
  return right > left && top > bottom ? { left, bottom, right, top } : DEFAULT_BOX;
}
