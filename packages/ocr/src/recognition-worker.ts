import { createRequire } from "node:module";
import type { LanguageData } from "./language-data.ts";
import type { PageLayout } from "./page-layout.ts";

/** A page for an engine that is ready. */
interface PageToRead {
  /** A picture file (PNM). */
  readonly file: Uint8Array<ArrayBuffer>;
  readonly isUnevenlyLit: boolean;
}

/** To get ready with languages, whose megabytes go to a thread once a picture, or to read a page of it. */
export type RecognitionTask = { readonly languages: readonly LanguageData[] } | { readonly page: PageToRead };

/** The thread script of tesseract.js, without its `createWorker` (docs/decisions/0013-text-recognition.md). */
interface EngineScript {
  dispatchHandlers(
    packet: { readonly workerId: string; readonly jobId: string; readonly action: string; readonly payload: object },
    send: (reply: { readonly status: "progress" | "resolve" | "reject"; readonly data: unknown }) => void,
  ): void;
}

/** Whole pages with columns and pictures, cut into blocks; the engine's own default takes a page for one block. */
const AUTOMATIC_SEGMENTATION = "3";
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

const start = async (languages: readonly LanguageData[]): Promise<void> => {
  const codes = languages.map(({ code }) => code);
  try {
    await call("load", { options: { lstmOnly: LINE_ENGINE_ONLY, logging: false } });
    await call("loadLanguage", { langs: languages, options: { cacheMethod: "none", lstmOnly: true } });
    await call("initialize", { langs: codes, oem: LINE_ENGINE, config: {} });
  } catch (cause) {
    const names = codes.join(", ");
    throw new Error(`text recognition does not start: the data of its languages (${names}) is damaged`, { cause });
  }
};

const recognise = ({ file, isUnevenlyLit }: PageToRead): Promise<unknown> => {
  const options = {
    tessedit_pageseg_mode: AUTOMATIC_SEGMENTATION,
    user_defined_dpi: DOTS_PER_INCH,
    thresholding_method: isUnevenlyLit ? THRESHOLD_BY_PART : ONE_THRESHOLD,
  };
  return call("recognize", { image: file, options, output: { text: false, blocks: true } });
};

/** Takes about a quarter of a CPU second to get ready. */
let ready: Promise<void> | undefined;

/** The Piscina task. */
export default async (task: RecognitionTask): Promise<PageLayout | undefined> => {
  try {
    if ("page" in task) return (await recognise(task.page)) as PageLayout;
    await (ready ??= start(task.languages));
    return undefined;
  } catch (error) {
    // After a failure the engine's memory can't be trusted: its thread ends with this error, and the next page gets a new one.
    return new Promise(() =>
      setImmediate(() => {
        throw error;
      }),
    );
  }
};
