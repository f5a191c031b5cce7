import type { GreyImage } from "./grey-image.ts";
import { type LanguageData, loadLanguageData } from "./language-data.ts";
import { pageParagraphs } from "./page-paragraphs.ts";
import { portableGreyMap } from "./portable-grey-map.ts";
import { RecognitionThread } from "./recognition-thread.ts";
import { RecognitionTimeout } from "./recognition-timeout.ts";
import type { RecognisedText } from "./recognised-text.ts";

export interface TextRecogniserOptions {
  /** Codes of three letters and more ("eng", "deu", "chi_sim"), the most frequent first. */
  readonly languages: readonly string[];
  /** How long one page may take. */
  readonly pageTimeoutMs: number;
  /** A folder with own `<code>.traineddata` or `<code>.traineddata.gz`; asked before the packages. */
  readonly languageFolder?: string | undefined;
  /** Words that are recognised with less are left out, 0 to 1. */
  readonly minConfidence?: number | undefined;
}

const DEFAULT_MIN_CONFIDENCE = 0.3;
/** Taken for pictures that don't say: what a page is scanned at. */
const DEFAULT_DOTS_PER_INCH = 300;

/** Recognises the text of pictures in a thread of its own, one at a time, without a network and without files. */
export class TextRecogniser {
  readonly #options: TextRecogniserOptions;
  readonly #languages: readonly LanguageData[];
  #thread: RecognitionThread | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(options: TextRecogniserOptions, languages: readonly LanguageData[], thread: RecognitionThread) {
    this.#options = options;
    this.#languages = languages;
    this.#thread = thread;
  }

  /** Rejects when a language's data is missing (the message names the npm package to install) or damaged. */
  static async open(options: TextRecogniserOptions): Promise<TextRecogniser> {
    const languages = await loadLanguageData(options.languages, options.languageFolder);
    return new TextRecogniser(options, languages, await RecognitionThread.start(languages));
  }

  /**
   * Recognises one picture; several calls are served one after the other. Rejects with `RecognitionTimeout` when it
   * takes longer than a page may, and with an `Error` when the picture defeats the engine; the next call is served.
   */
  recognise(image: GreyImage): Promise<RecognisedText> {
    const result = this.#queue.then(() => this.#recogniseInTime(image));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Ends the thread; what waits rejects. */
  async close(): Promise<void> {
    await this.#endThread();
  }

  async #recogniseInTime(image: GreyImage): Promise<RecognisedText> {
    const begun = performance.now();
    this.#thread ??= await RecognitionThread.start(this.#languages);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      void this.#endThread();
    }, this.#options.pageTimeoutMs);
    try {
      const file = portableGreyMap(image);
      const layout = await this.#thread.recognise(file, image.dotsPerInch ?? DEFAULT_DOTS_PER_INCH);
      const text = pageParagraphs(layout, this.#options.minConfidence ?? DEFAULT_MIN_CONFIDENCE);
      return { ...text, milliseconds: performance.now() - begun };
    } catch (error) {
      // After a failure the engine's memory can't be trusted: the next page gets a new one.
      await this.#endThread();
      if (isLate) throw new RecognitionTimeout(this.#options.pageTimeoutMs);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }
}
