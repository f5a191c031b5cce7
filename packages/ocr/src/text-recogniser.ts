import type { PageBox } from "@quarry/plugin";
import { TaskPool, workerModule } from "@quarry/plugin/workers";
import type { GreyImage } from "./grey-image.ts";
import { LanguageChoice } from "./language-choice.ts";
import { findLanguageData, installedLanguageData, type LanguageData } from "./language-data.ts";
import { isUnevenlyLit } from "./lighting.ts";
import type { PageLayout, PixelBox } from "./page-layout.ts";
import { type PageText, pageText, rawConfidence } from "./page-text.ts";
import { placeOnPicture, shareOfPicture, upsideDown } from "./position-on-picture.ts";
import { portableGreyMap } from "./portable-grey-map.ts";
import { PpocrReader } from "./ppocr/ppocr-reader.ts";
import { type PreparedPage, preparePage } from "./prepare-page.ts";
import { RecognitionTimeout } from "./recognition-timeout.ts";
import { doubtOf } from "./recognition-doubt.ts";
import type { RecognitionTask } from "./recognition-worker.ts";
import type { RecognisedText } from "./recognised-text.ts";
import type { Recognition } from "./settings/recognition-settings.ts";
import { turnUpsideDown } from "./resample.ts";
import { sampleLines } from "./sample-lines.ts";
import { hasJoinedLetters } from "./scripts.ts";

export interface TextRecogniserOptions {
  /** Engine that reads pages first; default Tesseract, which reads those that another can't. */
  readonly recognition?: Recognition | undefined;
  /** Codes like "eng", "deu" or "chi_sim", the most frequent first; absent for those installed, of which each page tells its own. */
  readonly languages?: readonly string[] | undefined;
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

/** Pages in another script are read with less: Korean with English data with .24, Russian with .30; Polish still with .80. */
const SURE_SCRIPT = 0.75;
/** On lines of a page its script is surer than any other by more: .93 to .26, .96 to .42. */
const SCRIPT_MARGIN = 0.1;
/** Data of another language reads a good scan with less where letters are foreign to it: English data German with .86 to .90. */
const SURE_LANGUAGE = 0.95;

const NO_TEXT: PageText = { paragraphs: [], confidence: 0 };

/** A page that was read in some languages. */
interface Reading {
  readonly languages: readonly LanguageData[];
  readonly page: PreparedPage;
  readonly layout: PageLayout;
  /** Noise included. */
  readonly confidence: number;
  readonly text: PageText;
}

/**
 * Recognises the text of pictures, one at a time, in a thread of its own; without a network, without writing files.
 * Pages may lie on any side, a little askew, with light letters on a dark ground.
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

  /** Rejects when a language's data is missing (the message names the npm package to install) or damaged, or a model is. */
  static async open(options: TextRecogniserOptions): Promise<TextRecogniser> {
    const { languages, languageFolder } = options;
    const choice =
      languages === undefined
        ? LanguageChoice.among(await installedLanguageData(languageFolder))
        : LanguageChoice.named(await findLanguageData(languages, languageFolder));
    const recogniser = new TextRecogniser(options, choice);
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

  /** Ends the thread and the process; what waits rejects. */
  async close(): Promise<void> {
    await Promise.all([this.#threads.close(), this.#ppocr?.close()]);
  }

  /** A thread or process that is new, or has ended, starts; that is not counted as a page's time. */
  async #getReady(): Promise<void> {
    await (this.#ppocr?.getReady() ?? this.#threads.run({ languages: this.#languages.current }));
  }

  async #recogniseInTime(image: GreyImage): Promise<RecognisedText> {
    await this.#getReady();
    const begun = performance.now();
    const late = AbortSignal.timeout(this.#options.pageTimeoutMs);
    try {
      const text = (await this.#readByPpocr(image, late)) ?? (await this.#read(image, late));
      return { ...text, ...doubtOf(text.confidence), milliseconds: performance.now() - begun };
    } catch (error) {
      if (late.aborted) throw new RecognitionTimeout(this.#options.pageTimeoutMs);
      throw error;
    }
  }

  async #readByPpocr(image: GreyImage, late: AbortSignal): Promise<PageText | undefined> {
    const layout = await this.#ppocr?.read(image, late);
    return layout && this.#textOf(layout, (box) => shareOfPicture(box, image));
  }

  /**
   * Reads a page like the one before and, where that gives little, in other languages and upside down; the engine turns
   * pages on their sides itself.
   */
  async #read(image: GreyImage, late: AbortSignal): Promise<PageText> {
    let surest = await this.#readIn(image, this.#languages.current, late);
    if (surest === undefined) return NO_TEXT;
    try {
      for (const next of [this.#inOtherScript, this.#upsideDown, this.#inItsLanguage]) {
        const reading: Reading | undefined = await next.call(this, image, surest, late);
        if (reading !== undefined && reading.confidence > surest.confidence) surest = reading;
      }
    } catch {
      // Out of time, or defeated: what was read before is still good.
    }
    this.#languages.current = surest.languages;
    return surest.text;
  }

  async #readIn(image: GreyImage, languages: readonly LanguageData[], late: AbortSignal): Promise<Reading | undefined> {
    const page = preparePage(
      image,
      languages.some(({ code }) => hasJoinedLetters(code)),
    );
    if (page === undefined) return undefined;
    const layout = await this.#recogniseOnce(page.image, languages, late);
    const text = this.#textOf(layout, (box) => placeOnPicture(box, page, image));
    return { languages, page, layout, confidence: rawConfidence(layout), text };
  }

  async #inOtherScript(
    image: GreyImage,
    { page, layout, confidence }: Reading,
    late: AbortSignal,
  ): Promise<Reading | undefined> {
    if (confidence >= SURE_SCRIPT) return undefined;
    const scripts = this.#languages.otherScripts();
    const sample = scripts.length === 0 ? undefined : sampleLines(page.image, layout);
    if (sample === undefined) return undefined;
    const sureness = async (languages: readonly LanguageData[]): Promise<number> =>
      rawConfidence(await this.#recogniseOnce(sample, languages, late, true));
    let least = (await sureness(this.#languages.current)) + SCRIPT_MARGIN;
    let found: LanguageData | undefined;
    for (const language of scripts) {
      const sure = await sureness([language]);
      if (sure <= least) continue;
      least = sure;
      found = language;
    }
    return found && this.#readIn(image, this.#languages.around(found), late);
  }

  async #upsideDown(image: GreyImage, reading: Reading, late: AbortSignal): Promise<Reading | undefined> {
    const { languages, page, confidence } = reading;
    if (confidence === 0 || confidence >= UPSIDE_DOWN_CONFIDENCE) return undefined;
    const layout = await this.#recogniseOnce(turnUpsideDown(page.image), languages, late);
    const text = this.#textOf(layout, (box) => placeOnPicture(upsideDown(box, page.image), page, image));
    return { ...reading, layout, confidence: rawConfidence(layout), text };
  }

  async #inItsLanguage(
    image: GreyImage,
    { text, confidence, languages }: Reading,
    late: AbortSignal,
  ): Promise<Reading | undefined> {
    if (confidence >= SURE_LANGUAGE) return undefined;
    const found = this.#languages.languageOf(text.paragraphs.map((paragraph) => paragraph.text).join(" "), languages);
    return found && this.#readIn(image, this.#languages.around(found), late);
  }

  #textOf(layout: PageLayout, placeOf: (box: PixelBox) => PageBox): PageText {
    return pageText(layout, this.#options.minConfidence ?? DEFAULT_MIN_CONFIDENCE, placeOf);
  }

  async #recogniseOnce(
    image: GreyImage,
    languages: readonly LanguageData[],
    late: AbortSignal,
    isLines = false,
  ): Promise<PageLayout> {
    const file = portableGreyMap(image);
    const page = { file, isUnevenlyLit: isUnevenlyLit(image), isLines };
    return (await this.#threads.run({ languages, page }, { transfer: [file.buffer], signal: late }))!;
  }
}
