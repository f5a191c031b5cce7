import { TaskPool, workerModule } from "@quarry/plugin/workers";
import type { GreyImage } from "./grey-image.ts";
import { type LanguageData, loadLanguageData } from "./language-data.ts";
import { isUnevenlyLit } from "./lighting.ts";
import type { PageLayout, PixelBox } from "./page-layout.ts";
import { type PageText, pageText, rawConfidence } from "./page-text.ts";
import { placeOnPicture, upsideDown } from "./place-on-picture.ts";
import { portableGreyMap } from "./portable-grey-map.ts";
import { preparePage } from "./prepare-page.ts";
import { RecognitionTimeout } from "./recognition-timeout.ts";
import { doubtOf } from "./recognition-doubt.ts";
import type { RecognitionTask } from "./recognition-worker.ts";
import type { RecognisedText } from "./recognised-text.ts";
import { turnUpsideDown } from "./resample.ts";

export interface TextRecogniserOptions {
  /** Codes like "eng", "deu" or "chi_sim", the most frequent first. */
  readonly languages: readonly string[];
  /** How long one page may take. */
  readonly pageTimeoutMs: number;
  /** A folder with own `<code>.traineddata` or `<code>.traineddata.gz`; asked before the packages. */
  readonly languageFolder?: string | undefined;
  /** Words that are recognised with less are left out, 0 to 1; default 0.3. */
  readonly minConfidence?: number | undefined;
}

const DEFAULT_MIN_CONFIDENCE = 0.3;
/** Upright pages are read with .8 and more, pages upside down with about .3. */
const UPSIDE_DOWN_CONFIDENCE = 0.6;
/** An idle thread holds up to half a gigabyte of memory; a new one takes a quarter of a CPU second. */
const IDLE_MS = 30_000;

/** Languages written in Arabic script. */
const JOINED_SCRIPTS = new Set(["ara", "fas", "urd", "pus", "snd", "uig", "kur_ara"]);

const NO_TEXT: PageText = { paragraphs: [], confidence: 0 };

/**
 * Recognises the text of pictures, one at a time, in a thread of its own; without a network, without writing files.
 * Pages may lie on any side, a little askew, with light letters on a dark ground.
 */
export class TextRecogniser {
  readonly #options: TextRecogniserOptions;
  readonly #languages: readonly LanguageData[];
  readonly #threads = new TaskPool<RecognitionTask, PageLayout | undefined>({
    module: workerModule(import.meta.url, "./recognition-worker"),
    threads: 1,
    idleTimeoutMs: IDLE_MS,
  });
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(options: TextRecogniserOptions, languages: readonly LanguageData[]) {
    this.#options = options;
    this.#languages = languages;
  }

  /** Rejects when a language's data is missing (the message names the npm package to install) or damaged. */
  static async open(options: TextRecogniserOptions): Promise<TextRecogniser> {
    const languages = await loadLanguageData(options.languages, options.languageFolder);
    const recogniser = new TextRecogniser(options, languages);
    await recogniser.#getReady();
    return recogniser;
  }

  /**
   * Recognises one picture; calls are served one after the other. Rejects with `RecognitionTimeout` when it takes
   * longer than a page may, and with an `Error` when the picture defeats the engine; the next call is served.
   */
  recognise(image: GreyImage): Promise<RecognisedText> {
    const result = this.#queue.then(() => this.#recogniseInTime(image));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Ends the thread; what waits rejects. */
  close(): Promise<void> {
    return this.#threads.close();
  }

  /** A thread that is new, or has ended, starts; that is not counted as a page's time. */
  async #getReady(): Promise<void> {
    await this.#threads.run({ languages: this.#languages });
  }

  async #recogniseInTime(image: GreyImage): Promise<RecognisedText> {
    await this.#getReady();
    const begun = performance.now();
    const late = AbortSignal.timeout(this.#options.pageTimeoutMs);
    try {
      const text = await this.#read(image, late);
      return { ...text, ...doubtOf(text.confidence), milliseconds: performance.now() - begun };
    } catch (error) {
      if (late.aborted) throw new RecognitionTimeout(this.#options.pageTimeoutMs);
      throw error;
    }
  }

  /** Reads a page as it lies and, where that gives little, upside down; the engine turns pages on their sides itself. */
  async #read(image: GreyImage, late: AbortSignal): Promise<PageText> {
    const page = preparePage(
      image,
      this.#options.languages.some((code) => JOINED_SCRIPTS.has(code)),
    );
    if (page === undefined) return NO_TEXT;
    const asItLies = await this.#recogniseOnce(page.image, late);
    const textOf = (layout: PageLayout, turn: (box: PixelBox) => PixelBox = (box) => box): PageText =>
      pageText(layout, this.#options.minConfidence ?? DEFAULT_MIN_CONFIDENCE, (box) =>
        placeOnPicture(turn(box), page, image),
      );
    const confidence = rawConfidence(asItLies);
    if (confidence === 0 || confidence >= UPSIDE_DOWN_CONFIDENCE) return textOf(asItLies);
    try {
      const turned = await this.#recogniseOnce(turnUpsideDown(page.image), late);
      if (rawConfidence(turned) > confidence) return textOf(turned, (box) => upsideDown(box, page.image));
    } catch {
      // Out of time, or defeated: what was read before is still good.
    }
    return textOf(asItLies);
  }

  async #recogniseOnce(image: GreyImage, late: AbortSignal): Promise<PageLayout> {
    const file = portableGreyMap(image);
    const page = { file, isUnevenlyLit: isUnevenlyLit(image) };
    return (await this.#threads.run({ page }, { transfer: [file.buffer], signal: late }))!;
  }
}
