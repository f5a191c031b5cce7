import type { PageBox } from "@quarry/plugin";
import { TaskPool, workerModule } from "@quarry/plugin/workers";
import type { GreyImage } from "./grey-image.ts";
import { LanguageChoice } from "./language-choice.ts";
import { findLanguageData, installedLanguageData, type LanguageData } from "./language-data.ts";
import { isUnevenlyLit } from "./lighting.ts";
import type { PageLayout, PixelBox } from "./page-layout.ts";
import { type PageText, pageText, rawConfidence } from "./page-text.ts";
import { boxOnPicture, shareOfPicture, upsideDown } from "./position-on-picture.ts";
import { portableGreyMap } from "./portable-grey-map.ts";
import { PpocrReader } from "./ppocr/ppocr-reader.ts";
import { type PreparedPage, preparePage } from "./prepare-page.ts";
import { RecognitionTimeout } from "./recognition-timeout.ts";
import { doubtOf } from "./recognition-doubt.ts";
import type { RecognitionTask } from "./recognition-worker.ts";
import type { RecognisedText } from "./recognised-text.ts";
import type { Recognition } from "./settings/recognition-settings.ts";
import { rotate180 } from "./resample.ts";
import { sampleLines } from "./sample-lines.ts";
import { hasJoinedLetters } from "./scripts.ts";

export interface TextRecogniserOptions {
  /** Engine that is tried first. Default is Tesseract, which also reads the pages that another engine can't. */
  readonly recognition?: Recognition | undefined;
  /**
   * Codes such as "eng", "deu" or "chi_sim", the most frequent first. If absent, the language of each page is detected
   * among those installed.
   */
  readonly languages?: readonly string[] | undefined;
  /** Maximum time for one page. */
  readonly pageTimeoutMs: number;
  /** Folder with custom `<code>.traineddata` or `<code>.traineddata.gz`. It takes precedence over the packages. */
  readonly languageFolder?: string | undefined;
  /** Words with a lower confidence are left out, 0 to 1; default 0.3. */
  readonly minConfidence?: number | undefined;
}

const DEFAULT_MIN_CONFIDENCE = 0.3;
/**
 * Confidence below which the page is tried upside down. Upright pages reach .8 and more, upside-down pages about .3.
 */
const UPSIDE_DOWN_CONFIDENCE = 0.6;
/**
 * Idle time after which the thread ends. It uses up to half a gigabyte of memory; a new one takes a quarter of a CPU
 * second.
 */
const IDLE_MS = 30_000;

/**
 * Confidence below which other scripts are tried: with English data Korean reaches .24, Russian .30, but Polish still
 * .80.
 */
const MIN_SCRIPT_CONFIDENCE = 0.75;
/** Minimum lead of a script's confidence on sample lines over any other: measured were .93 to .26 and .96 to .42. */
const SCRIPT_MARGIN = 0.1;
/**
 * Confidence below which the detected language is tried. Data without some of a language's letters reads a good scan
 * with less: English data reads German with .86 to .90.
 */
const MIN_LANGUAGE_CONFIDENCE = 0.95;

const NO_TEXT: PageText = { paragraphs: [], confidence: 0 };

/** Result of reading a page in some languages. */
interface Reading {
  readonly languages: readonly LanguageData[];
  readonly page: PreparedPage;
  readonly layout: PageLayout;
  /** Mean confidence, noise included. */
  readonly confidence: number;
  readonly text: PageText;
}

/**
 * Recognises the text of pictures, one at a time, in its own thread. Uses no network and writes no files. Pages can be
 * rotated by quarter turns, slightly skewed, or have light letters on a dark background.
 */
export class TextRecogniser {
  readonly #options: TextRecogniserOptions;
  readonly #languages: LanguageChoice;
  readonly #ppocr: PpocrReader | undefined;
  readonly #threads = new TaskPool<RecognitionTask, PageLayout | undefined>({
    module: workerModule(import.meta.url, "./recognition-worker"),
    threads: 1,
    idleTimeoutMs: IDLE_MS,
  });
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(options: TextRecogniserOptions, languages: LanguageChoice) {
    this.#options = options;
    this.#languages = languages;
    const { recognition, pageTimeoutMs } = options;
    this.#ppocr = recognition?.engine === "ppocr" ? new PpocrReader(recognition.model, pageTimeoutMs) : undefined;
  }

  /**
   * Opens a recogniser. Rejects if a language's data or a model is missing (the message names the npm package to
   * install) or damaged.
   */
  static async open(options: TextRecogniserOptions): Promise<TextRecogniser> {
    const { languages, languageFolder } = options;
    const choice =
      languages === undefined
        ? LanguageChoice.fromInstalled(await installedLanguageData(languageFolder))
        : LanguageChoice.fromConfigured(await findLanguageData(languages, languageFolder));
    const recogniser = new TextRecogniser(options, choice);
    await recogniser.#getReady();
    return recogniser;
  }

  /**
   * Recognises one picture. Calls are queued. Rejects with `RecognitionTimeout` if it exceeds the time limit, and with
   * an `Error` if the engine fails on the picture; the next call is served anyway.
   */
  recognise(image: GreyImage): Promise<RecognisedText> {
    const result = this.#queue.then(() => this.#recogniseInTime(image));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Ends the thread and the process. Pending calls reject. */
  async close(): Promise<void> {
    await Promise.all([this.#threads.close(), this.#ppocr?.close()]);
  }

  /** Starts a thread or process if there is none. This does not count towards a page's time. */
  async #getReady(): Promise<void> {
    await (this.#ppocr?.getReady() ?? this.#threads.run({ languages: this.#languages.current }));
  }

  async #recogniseInTime(image: GreyImage): Promise<RecognisedText> {
    await this.#getReady();
    const startedAt = performance.now();
    const timeout = AbortSignal.timeout(this.#options.pageTimeoutMs);
    try {
      const text = (await this.#readByPpocr(image, timeout)) ?? (await this.#read(image, timeout));
      return { ...text, ...doubtOf(text.confidence), milliseconds: performance.now() - startedAt };
    } catch (error) {
      if (timeout.aborted) throw new RecognitionTimeout(this.#options.pageTimeoutMs);
      throw error;
    }
  }

  async #readByPpocr(image: GreyImage, timeout: AbortSignal): Promise<PageText | undefined> {
    const layout = await this.#ppocr?.read(image, timeout);
    return layout && this.#textOf(layout, (box) => shareOfPicture(box, image));
  }

  /**
   * Reads a page in the languages of the previous one. If the confidence is low, tries other languages and upside down.
   * The engine itself handles pages on their sides.
   */
  async #read(image: GreyImage, timeout: AbortSignal): Promise<PageText> {
    let best = await this.#readIn(image, this.#languages.current, timeout);
    if (best === undefined) return NO_TEXT;
    try {
      for (const next of [this.#inOtherScript, this.#upsideDown, this.#inDetectedLanguage]) {
        const reading: Reading | undefined = await next.call(this, image, best, timeout);
        if (reading !== undefined && reading.confidence > best.confidence) best = reading;
      }
    } catch {
      // On a timeout or engine failure the best result so far is used.
    }
    this.#languages.current = best.languages;
    return best.text;
  }

  async #readIn(
    image: GreyImage,
    languages: readonly LanguageData[],
    timeout: AbortSignal,
  ): Promise<Reading | undefined> {
    const page = preparePage(
      image,
      languages.some(({ code }) => hasJoinedLetters(code)),
    );
    if (page === undefined) return undefined;
    const layout = await this.#recogniseOnce(page.image, languages, timeout);
    const text = this.#textOf(layout, (box) => boxOnPicture(box, page, image));
    return { languages, page, layout, confidence: rawConfidence(layout), text };
  }

  async #inOtherScript(
    image: GreyImage,
    { page, layout, confidence }: Reading,
    timeout: AbortSignal,
  ): Promise<Reading | undefined> {
    if (confidence >= MIN_SCRIPT_CONFIDENCE) return undefined;
    const scripts = this.#languages.otherScripts();
    const sample = scripts.length === 0 ? undefined : sampleLines(page.image, layout);
    if (sample === undefined) return undefined;
    const sampleConfidence = async (languages: readonly LanguageData[]): Promise<number> =>
      rawConfidence(await this.#recogniseOnce(sample, languages, timeout, true));
    let threshold = (await sampleConfidence(this.#languages.current)) + SCRIPT_MARGIN;
    let found: LanguageData | undefined;
    for (const language of scripts) {
      const score = await sampleConfidence([language]);
      if (score <= threshold) continue;
      threshold = score;
      found = language;
    }
    return found && this.#readIn(image, this.#languages.withLatin(found), timeout);
  }

  async #upsideDown(image: GreyImage, reading: Reading, timeout: AbortSignal): Promise<Reading | undefined> {
    const { languages, page, confidence } = reading;
    if (confidence === 0 || confidence >= UPSIDE_DOWN_CONFIDENCE) return undefined;
    const layout = await this.#recogniseOnce(rotate180(page.image), languages, timeout);
    const text = this.#textOf(layout, (box) => boxOnPicture(upsideDown(box, page.image), page, image));
    return { ...reading, layout, confidence: rawConfidence(layout), text };
  }

  async #inDetectedLanguage(
    image: GreyImage,
    { text, confidence, languages }: Reading,
    timeout: AbortSignal,
  ): Promise<Reading | undefined> {
    if (confidence >= MIN_LANGUAGE_CONFIDENCE) return undefined;
    const found = this.#languages.languageOf(text.paragraphs.map((paragraph) => paragraph.text).join(" "), languages);
    return found && this.#readIn(image, this.#languages.withLatin(found), timeout);
  }

  #textOf(layout: PageLayout, mapBox: (box: PixelBox) => PageBox): PageText {
    return pageText(layout, this.#options.minConfidence ?? DEFAULT_MIN_CONFIDENCE, mapBox);
  }

  async #recogniseOnce(
    image: GreyImage,
    languages: readonly LanguageData[],
    timeout: AbortSignal,
    isLines = false,
  ): Promise<PageLayout> {
    const file = portableGreyMap(image);
    const page = { file, isUnevenlyLit: isUnevenlyLit(image), isLines };
    return (await this.#threads.run({ languages, page }, { transfer: [file.buffer], signal: timeout }))!;
  }
}
