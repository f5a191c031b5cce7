import type { RecognisedParagraph, TextRecogniser } from "@quarry/ocr";
import { type PageBox, ParserError, type ParserLimits } from "@quarry/plugin";
import type { PdfPage } from "../engine/pdf-page.ts";
import { DOTS_PER_INCH, type RenderedPage } from "../engine/render-page.ts";
import type { PdfSettings } from "../pdf-settings.ts";
import { maxPicturePixels } from "../picture-memory.ts";
import { scanResolution } from "./scan-decision.ts";

/**
 * A3 at 300 dots per inch; larger pages are drawn at a lower resolution. One byte per pixel, and several copies during
 * recognition.
 */
const MAX_RENDERED_PIXELS = 20_000_000;
/** Drawing a page takes a tenth of a second; drawings that take this long never end. */
const RENDER_TIMEOUT_MS = 20_000;
/** A page with a smaller share of dark pixels is blank except for dust. */
const MIN_INK_SHARE = 0.0002;
const DARK = 128;
const PAPER = 255;
/** Margin around lines that are recognised individually. Their boxes already have some margin. */
const MARGIN_INCHES = 0.03;
/**
 * Pages that time out are left out. After this many timeouts the parser fails, because the remaining pages would only
 * take time.
 */
const MAX_TIMEOUTS = 10;

/** Result of recognising one page: its paragraphs, or the reason why there are none. */
export interface RecognisedPage {
  readonly paragraphs: readonly RecognisedParagraph[];
  readonly milliseconds: number;
  /** Confidence of the recognition; absent for a page without text. */
  readonly confidence?: number;
  /**
   * Messages for the person who uploaded the file: `warning` is the reason why the page was left out, `doubt` states
   * that its text is probably wrong.
   */
  readonly warning?: string;
  readonly doubt?: string;
}

/**
 * Recognises the text of a document's pages in their pictures. Loads the recogniser for the first page that needs it.
 */
export class PageRecogniser {
  readonly #settings: PdfSettings;
  readonly #limits: ParserLimits;
  readonly #recogniser: () => Promise<TextRecogniser>;
  #timeouts = 0;

  constructor(settings: PdfSettings, limits: ParserLimits, recogniser: () => Promise<TextRecogniser>) {
    this.#settings = settings;
    this.#limits = limits;
    this.#recogniser = recogniser;
  }

  /** Recognises an open page, or only the content of the boxes. Closes the page as soon as its picture is drawn. */
  async read(page: PdfPage, number: number, boxes?: readonly PageBox[]): Promise<RecognisedPage> {
    const startedAt = performance.now();
    const result = await this.#read(page, number, boxes);
    return { paragraphs: [], ...result, milliseconds: performance.now() - startedAt };
  }

  async #read(page: PdfPage, number: number, boxes?: readonly PageBox[]): Promise<Partial<RecognisedPage>> {
    const picture = this.#render(page);
    if (picture === "too large") return { warning: `page ${number} was skipped: its picture is too large` };
    if (picture === "too slow") return { warning: `page ${number} was skipped: it takes too long to render` };
    if (boxes !== undefined) eraseExcept(boxes, picture);
    if (isBlank(picture)) return {};
    const recogniser = await this.#recogniser();
    try {
      const { paragraphs, confidence, doubt } = await recogniser.recognise(picture);
      if (paragraphs.length === 0) return {};
      return { paragraphs, confidence, ...(doubt !== undefined && { doubt: `page ${number}: ${doubt}` }) };
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "RecognitionTimeout") throw error;
      this.#countTimeout();
      const seconds = this.#settings.pageTimeoutSeconds;
      return { warning: `page ${number} was skipped: reading the text in its picture takes longer than ${seconds} s` };
    }
  }

  #render(page: PdfPage): RenderedPage | "too large" | "too slow" {
    try {
      const pictures = page.pictures();
      if (pictures.largestPixels > maxPicturePixels(this.#limits, this.#settings)) return "too large";
      const maxPixels = Math.min(this.#limits.maxPixels, MAX_RENDERED_PIXELS);
      // Enlarging a scan makes its specks as large as letters, and doubles the recognition time.
      const dotsPerInch = Math.min(DOTS_PER_INCH, scanResolution(pictures) ?? DOTS_PER_INCH);
      return page.render({ maxPixels, timeoutMs: RENDER_TIMEOUT_MS, dotsPerInch }) ?? "too slow";
    } finally {
      page.close();
    }
  }

  #countTimeout(): void {
    if (++this.#timeouts < MAX_TIMEOUTS) return;
    throw new ParserError(
      "limit",
      `reading the text in the pictures of ${MAX_TIMEOUTS} pages took longer than ${this.#settings.pageTimeoutSeconds} s each: upload a PDF with a text layer, or a clearer scan`,
    );
  }
}

/** Erases a picture except for the boxes, with some margin around each. */
function eraseExcept(boxes: readonly PageBox[], { pixels, width, height, dotsPerInch }: RenderedPage): void {
  const original = pixels.slice();
  pixels.fill(PAPER);
  const margin = Math.round(dotsPerInch * MARGIN_INCHES);
  for (const { x0, y0, x1, y1 } of boxes) {
    const left = Math.max(0, Math.floor(x0 * width) - margin);
    const right = Math.min(width, Math.ceil(x1 * width) + margin);
    const bottom = Math.min(height, Math.ceil(y1 * height) + margin);
    for (let y = Math.max(0, Math.floor(y0 * height) - margin); y < bottom; y++) {
      pixels.set(original.subarray(y * width + left, y * width + right), y * width + left);
    }
  }
}

function isBlank({ pixels }: RenderedPage): boolean {
  const needed = pixels.length * MIN_INK_SHARE;
  let dark = 0;
  for (const pixel of pixels) if (pixel < DARK && ++dark > needed) return false;
  // Light text on a dark background has dark pixels everywhere. Grey text has none this dark and needs a closer check.
  return !hasGreyInk(pixels, needed);
}

/** Whether enough pixels differ from the background, regardless of its shade. */
function hasGreyInk(pixels: Uint8Array, needed: number): boolean {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel]!++;
  const paper = counts.indexOf(Math.max(...counts));
  let ink = 0;
  for (const [shade, count] of counts.entries()) if (Math.abs(shade - paper) > 48) ink += count;
  return ink > needed;
}
