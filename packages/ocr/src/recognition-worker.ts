import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { LanguageData } from "./language-data.ts";
import type { PageLayout } from "./page-layout.ts";

/** A page, or lines of one. */
interface PageToRead {
  /** A picture file (PNM). */
  readonly file: Uint8Array<ArrayBuffer>;
  readonly isUnevenlyLit: boolean;
  /** Whether it is lines of text and nothing else. */
  readonly isLines: boolean;
}

/** To get ready with languages, and to read a page in them. */
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

/** Whole pages with columns and pictures, cut into blocks; the engine's own default takes a page for one block. */
const AUTOMATIC_SEGMENTATION = "3";
const ONE_BLOCK = "6";
/** Letters are brought to the size they have at this resolution; what the picture was made at only confuses the engine. */
const DOTS_PER_INCH = "300";
/** How letters are told from the ground: by one grey for the page, which suits drawings, or by one for each part. */
const ONE_THRESHOLD = "0";
const THRESHOLD_BY_PART = "1";
/** The engine that reads whole lines; the older one by letters is not in the language data. */
const LINE_ENGINE = 1;
/** Truthy, and the one value by which the script takes the smaller build; with `true` it takes that with both engines. */
const LINE_ENGINE_ONLY = LINE_ENGINE;

// Output of the engine (its guess of the resolution, lines too small) is of no use to anyone.
process.stdout.write = process.stderr.write = () => true;

const require = createRequire(import.meta.url);
// Tells the script where it runs.
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
/** Languages whose data the engine has, and those that it reads in. */
const known = new Set<string>();
let current = "";

const useLanguages = async (languages: readonly LanguageData[]): Promise<void> => {
  const codes = languages.map(({ code }) => code);
  const wanted = codes.join("+");
  if (wanted === current) return;
  try {
    await (loaded ??= load());
    const unknown = languages.filter(({ code }) => !known.has(code));
    const langs = await Promise.all(unknown.map(async ({ code, path }) => ({ code, data: await readFile(path) })));
    if (langs.length > 0) await call("loadLanguage", { langs, options: { cacheMethod: "none", lstmOnly: true } });
    for (const { code } of unknown) known.add(code);
    await call("initialize", { langs: codes, oem: LINE_ENGINE, config: {} });
    current = wanted;
  } catch (cause) {
    const names = codes.join(", ");
    throw new Error(`text recognition does not start: the data of its languages (${names}) is damaged`, { cause });
  }
};

const recognise = ({ file, isUnevenlyLit, isLines }: PageToRead): Promise<unknown> => {
  const options = {
    tessedit_pageseg_mode: isLines ? ONE_BLOCK : AUTOMATIC_SEGMENTATION,
    user_defined_dpi: DOTS_PER_INCH,
    thresholding_method: isUnevenlyLit ? THRESHOLD_BY_PART : ONE_THRESHOLD,
  };
  return call("recognize", { image: file, options, output: { text: false, blocks: true } });
};

/** The Piscina task. */
export default async ({ languages, page }: RecognitionTask): Promise<PageLayout | undefined> => {
  try {
    await useLanguages(languages);
    return page && ((await recognise(page)) as PageLayout);
  } catch (error) {
    // After a failure the engine's memory can't be trusted: its thread ends with this error, and the next page gets a new one.
    return new Promise(() =>
      setImmediate(() => {
        throw error;
      }),
    );
  }
};
