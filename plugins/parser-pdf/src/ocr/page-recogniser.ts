import type { RecognisedParagraph, TextRecogniser } from "@quarry/ocr";
import { type PageBox, ParserError, type ParserLimits } from "@quarry/plugin";
import type { PdfPage } from "../engine/pdf-page.ts";
import { DOTS_PER_INCH, type RenderedPage } from "../engine/render-page.ts";
import type { PdfSettings } from "../pdf-settings.ts";
import { maxPicturePixels } from "../picture-memory.ts";
import { scanResolution } from "./scan-decision.ts";

/** A3 at 300 dots per inch; larger pages are drawn with fewer. One byte each, some times over while it is read. */
const MAX_RENDERED_PIXELS = 20_000_000;
/** Drawing a page takes a tenth of a second; what takes this long never ends. */
const RENDER_TIMEOUT_MS = 20_000;
/** A page with fewer dark dots is blank but for dust. */
const MIN_INK_SHARE = 0.0002;
const DARK = 128;
const PAPER = 255;
/** Around lines that are read alone; their boxes have some room of their own. */
const ROOM_INCHES = 0.03;
/** Pages that take too long are left out; when so many do, the rest would only take time. */
const MAX_TIMEOUTS = 10;

/** Result of reading one page: its paragraphs, or why it has none. */
export interface RecognisedPage {
  readonly paragraphs: readonly RecognisedParagraph[];
  readonly milliseconds: number;
  /** Of the recognition; absent for a page without text. */
  readonly confidence?: number;
  /** Sentences for the person who uploaded the file: why the page was left out, and that its text is likely to be wrong. */
  readonly warning?: string;
  readonly doubt?: string;
}

/** Reads the text of a document's pages from their pictures. The recogniser is asked for when the first page needs it. */
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

  /** Reads an open page, or only what stands in the boxes, and closes it as soon as its picture is drawn. */
  async read(page: PdfPage, number: number, boxes?: readonly PageBox[]): Promise<RecognisedPage> {
    const begun = performance.now();
    const result = await this.#read(page, number, boxes);
    return { paragraphs: [], ...result, milliseconds: performance.now() - begun };
  }

  async #read(page: PdfPage, number: number, boxes?: readonly PageBox[]): Promise<Partial<RecognisedPage>> {
    const picture = this.#render(page);
    if (picture === "too large") return { warning: `page ${number} was left out: its picture is too large to be read` };
    if (picture === "too slow") return { warning: `page ${number} was left out: it takes too long to draw` };
    if (boxes !== undefined) leaveOnly(boxes, picture);
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
      return { warning: `page ${number} was left out: reading the text in its picture takes longer than ${seconds} s` };
    }
  }

  #render(page: PdfPage): RenderedPage | "too large" | "too slow" {
    try {
      const pictures = page.pictures();
      if (pictures.largestPixels > maxPicturePixels(this.#limits, this.#settings)) return "too large";
      const maxPixels = Math.min(this.#limits.maxPixels, MAX_RENDERED_PIXELS);
      // Enlarging a scan makes its specks as large as letters, and reading it takes twice the time.
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

/** Makes all of a picture paper but for the boxes, with some room around each. */
function leaveOnly(boxes: readonly PageBox[], { pixels, width, height, dotsPerInch }: RenderedPage): void {
  const whole = pixels.slice();
  pixels.fill(PAPER);
  const capacity = Math.round(dotsPerInch * ROOM_INCHES);
  for (const { x0, y0, x1, y1 } of boxes) {
    const left = Math.max(0, Math.floor(x0 * width) - capacity);
    const right = Math.min(width, Math.ceil(x1 * width) + capacity);
    const bottom = Math.min(height, Math.ceil(y1 * height) + capacity);
    for (let y = Math.max(0, Math.floor(y0 * height) - capacity); y < bottom; y++) {
      pixels.set(whole.subarray(y * width + left, y * width + right), y * width + left);
    }
  }
}

function isBlank({ pixels }: RenderedPage): boolean {
  const needed = pixels.length * MIN_INK_SHARE;
  let dark = 0;
  for (const pixel of pixels) if (pixel < DARK && ++dark > needed) return false;
  // Light type on a dark ground has ink everywhere; grey type has none this dark, and is looked at more closely.
  return !hasGreyInk(pixels, needed);
}

/** Whether enough dots differ from the paper, whatever its shade. */
function hasGreyInk(pixels: Uint8Array, needed: number): boolean {
  const counts = new Uint32Array(256);
  for (const pixel of pixels) counts[pixel]!++;
  const paper = counts.indexOf(Math.max(...counts));
  let ink = 0;
  for (const [shade, count] of counts.entries()) if (Math.abs(shade - paper) > 48) ink += count;
  return ink > needed;
}
