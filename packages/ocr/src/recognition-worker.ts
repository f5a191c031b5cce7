import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { LanguageData } from "./language-data.ts";
import type { PageLayout } from "./page-layout.ts";

/** A page, or some of its lines. */
interface PageToRead {
  /** A picture file (PNM). */
  readonly file: Uint8Array<ArrayBuffer>;
  readonly isUnevenlyLit: boolean;
  /** Whether it contains only lines of text. */
  readonly isLines: boolean;
}

/** Task of preparing languages, and of reading a page in them if one is given. */
export interface RecognitionTask {
  readonly languages: readonly LanguageData[];
  readonly page?: PageToRead;
}

/** The thread script of tesseract.js, without its `createWorker` (docs/decisions/0013-text-recognition.md). */
interface EngineScript {
  dispatchHandlers(
    packet: { readonly workerId: string; readonly jobId: string; readonly action: string; readonly payload: object },
    send: (reply: { readonly status: "progress" | "resolve" | "reject"; readonly data: unknown }) => void,
  ): void;
}

/** Segments whole pages with columns and pictures into blocks. The engine's default takes a page for one block. */
const AUTOMATIC_SEGMENTATION = "3";
const ONE_BLOCK = "6";
/** Letters are scaled to their size at this resolution. The picture's original resolution only confuses the engine. */
const DOTS_PER_INCH = "300";
/** Thresholding method: one global threshold, which suits drawings, or one per tile. */
const ONE_THRESHOLD = "0";
const THRESHOLD_BY_TILE = "1";
/** LSTM engine, which reads whole lines. The language data doesn't include the older character-based engine. */
const LINE_ENGINE = 1;
/**
 * A truthy value, and the only one for which the script loads the smaller build. With `true` it loads the build with
 * both engines.
 */
const LINE_ENGINE_ONLY = LINE_ENGINE;

// The engine's output (its resolution estimate, lines too small) is discarded as useless.
process.stdout.write = process.stderr.write = () => true;

const require = createRequire(import.meta.url);
// Initialises the script for Node.js.
require("tesseract.js/src/worker-script/node/index.js");
const script = require("tesseract.js/src/worker-script/index.js") as EngineScript;

const call = (action: string, payload: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    script.dispatchHandlers({ workerId: "text", jobId: action, action, payload }, ({ status, data }) => {
      if (status === "resolve") resolve(data);
      else if (status === "reject") reject(new Error(String(data)));
    });
  });

/** Compiles the engine's code, which takes about a quarter of a CPU second. */
const load = (): Promise<unknown> => call("load", { options: { lstmOnly: LINE_ENGINE_ONLY, logging: false } });
let loaded: Promise<unknown> | undefined;
/** Languages whose data the engine has loaded, and the active ones. */
const loadedLanguages = new Set<string>();
let current = "";

const useLanguages = async (languages: readonly LanguageData[]): Promise<void> => {
  const codes = languages.map(({ code }) => code);
  const requested = codes.join("+");
  if (requested === current) return;
  try {
    await (loaded ??= load());
    const newLanguages = languages.filter(({ code }) => !loadedLanguages.has(code));
    const langs = await Promise.all(newLanguages.map(async ({ code, path }) => ({ code, data: await readFile(path) })));
    if (langs.length > 0) await call("loadLanguage", { langs, options: { cacheMethod: "none", lstmOnly: true } });
    for (const { code } of newLanguages) loadedLanguages.add(code);
    await call("initialize", { langs: codes, oem: LINE_ENGINE, config: {} });
    current = requested;
  } catch (cause) {
    const names = codes.join(", ");
    throw new Error(`text recognition does not start: the data of its languages (${names}) is damaged`, { cause });
  }
};

const recognise = ({ file, isUnevenlyLit, isLines }: PageToRead): Promise<unknown> => {
  const options = {
    tessedit_pageseg_mode: isLines ? ONE_BLOCK : AUTOMATIC_SEGMENTATION,
    user_defined_dpi: DOTS_PER_INCH,
    thresholding_method: isUnevenlyLit ? THRESHOLD_BY_TILE : ONE_THRESHOLD,
  };
  return call("recognize", { image: file, options, output: { text: false, blocks: true } });
};

/** Piscina task. */
export default async ({ languages, page }: RecognitionTask): Promise<PageLayout | undefined> => {
  try {
    await useLanguages(languages);
    return page && ((await recognise(page)) as PageLayout);
  } catch (error) {
    // After a failure the engine's memory can't be trusted: this error ends the thread, and the next page gets a new
    // one.
    return new Promise(() =>
      setImmediate(() => {
        throw error;
      }),
    );
  }
};
