import type { GreyImage } from "./grey-image.ts";
import { type LanguageData, loadLanguageData } from "./language-data.ts";
import { isUnevenlyLit } from "./lighting.ts";
import type { PageLayout } from "./page-layout.ts";
import { pageText, rawConfidence } from "./page-text.ts";
import { portableGreyMap } from "./portable-grey-map.ts";
import { preparePage } from "./prepare-page.ts";
import { RecognitionThread } from "./recognition-thread.ts";
import { RecognitionTimeout } from "./recognition-timeout.ts";
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

/**
 * Recognises the text of pictures, one at a time, in a thread of its own; without a network, without writing files.
 * Pages may lie on any side, a little askew, with light letters on a dark ground.
 */
export class TextRecogniser {
  readonly #options: TextRecogniserOptions;
  readonly #languages: readonly LanguageData[];
  #thread: RecognitionThread | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: TextRecogniserOptions, languages: readonly LanguageData[], thread: RecognitionThread) {
    this.#options = options;
    this.#languages = languages;
    this.#thread = thread;
  }

  /** Rejects when a language's data is missing (the message names the npm package to install) or damaged. */
  static async open(options: TextRecogniserOptions): Promise<TextRecogniser> {
    const languages = await loadLanguageData(options.languages, options.languageFolder);
    const recogniser = new TextRecogniser(options, languages, await RecognitionThread.start(languages));
    recogniser.#endThreadWhenIdle();
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
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#endThread();
  }

  async #recogniseInTime(image: GreyImage): Promise<RecognisedText> {
    clearTimeout(this.#idle);
    await this.#startThread();
    const begun = performance.now();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void this.#endThread();
    }, this.#options.pageTimeoutMs);
    try {
      const layout = await this.#read(image);
      const text = pageText(layout, this.#options.minConfidence ?? DEFAULT_MIN_CONFIDENCE);
      return { ...text, milliseconds: performance.now() - begun };
    } catch (error) {
      // After a failure the engine's memory can't be trusted: the next page gets a new one.
      await this.#endThread();
      if (isLate) throw new RecognitionTimeout(this.#options.pageTimeoutMs);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#endThreadWhenIdle();
    }
  }

  /** Reads a page as it lies and, where that gives little, upside down; the engine turns pages on their sides itself. */
  async #read(image: GreyImage): Promise<PageLayout> {
    const page = preparePage(image);
    if (page === undefined) return { blocks: null };
    const asItLies = await this.#recogniseOnce(page);
    const confidence = rawConfidence(asItLies);
    if (confidence === 0 || confidence >= UPSIDE_DOWN_CONFIDENCE) return asItLies;
    try {
      const turned = await this.#recogniseOnce(turnUpsideDown(page));
      return rawConfidence(turned) > confidence ? turned : asItLies;
    } catch {
      // Out of time, or defeated: what was read before is still good.
      return asItLies;
    }
  }

  async #recogniseOnce(image: GreyImage): Promise<PageLayout> {
    if (this.#thread === undefined) throw new Error("text recognition was ended");
    return this.#thread.recognise(portableGreyMap(image), isUnevenlyLit(image));
  }

  async #startThread(): Promise<void> {
    if (!this.#isClosed) this.#thread ??= await RecognitionThread.start(this.#languages);
    if (!this.#isClosed) return;
    await this.#endThread();
    throw new Error("text recognition was closed");
  }

  #endThreadWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#isClosed) return;
    this.#idle = setTimeout(() => void this.#endThread(), IDLE_MS).unref();
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }
}
