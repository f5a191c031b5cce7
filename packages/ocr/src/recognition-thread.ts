import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { LanguageData } from "./language-data.ts";
import type { PageLayout } from "./page-layout.ts";

/** Whole pages with columns and pictures, cut into blocks; the engine's own default takes a page for one block. */
const AUTOMATIC_SEGMENTATION = "3";
/** Letters are brought to the size they have at this resolution; what the picture was made at only confuses the engine. */
const DOTS_PER_INCH = "300";
/** How letters are told from the ground: by one grey for the page, which suits drawings, or by one for each part. */
const ONE_THRESHOLD = "0";
const THRESHOLD_BY_PART = "1";
/** The engine that reads whole lines; the older one by letters is not in the language data. */
const LINE_ENGINE = 1;

interface Reply {
  readonly jobId: string;
  readonly status: "progress" | "resolve" | "reject";
  readonly data: unknown;
}

interface Job {
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The worker thread that recognises text. It runs the thread script of tesseract.js and speaks its messages, in place
 * of `createWorker`, which rethrows some failures where nobody can catch them, never ends when language data is
 * damaged, and copies every picture. An idle thread does not keep the process alive.
 */
export class RecognitionThread {
  readonly #worker: Worker;
  readonly #jobs = new Map<string, Job>();
  #ended: Error | undefined;
  #jobCount = 0;

  private constructor() {
    const script = createRequire(import.meta.url).resolve("tesseract.js/src/worker-script/node/index.js");
    this.#worker = new Worker(script, { execArgv: [], stdout: true, stderr: true });
    // What the engine prints (its guess of the resolution, lines too small) is of no use to anyone.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (reply: Reply) => this.#receive(reply));
    this.#worker.on("error", (error: unknown) => this.#fail(asError(error)));
    this.#worker.on("exit", () => this.#fail(new Error("text recognition ended unexpectedly")));
  }

  /** Takes about a quarter of a CPU second. */
  static async start(languages: readonly LanguageData[]): Promise<RecognitionThread> {
    const thread = new RecognitionThread();
    try {
      await thread.#call("load", { options: { lstmOnly: true, logging: false } });
      const options = { cacheMethod: "none", lstmOnly: true };
      await thread.#call("loadLanguage", { langs: languages, options });
      await thread.#call("initialize", { langs: languages.map(({ code }) => code), oem: LINE_ENGINE, config: {} });
      return thread;
    } catch (error) {
      await thread.end();
      const names = languages.map(({ code }) => code).join(", ");
      throw new Error(`text recognition does not start: the data of its languages (${names}) is damaged`, {
        cause: error,
      });
    }
  }

  /** Recognises a picture file (PNM), which is handed over and can't be used afterwards. */
  async recognise(file: Uint8Array<ArrayBuffer>, isUnevenlyLit: boolean): Promise<PageLayout> {
    const options = {
      tessedit_pageseg_mode: AUTOMATIC_SEGMENTATION,
      user_defined_dpi: DOTS_PER_INCH,
      thresholding_method: isUnevenlyLit ? THRESHOLD_BY_PART : ONE_THRESHOLD,
    };
    const output = { text: false, blocks: true };
    return (await this.#call("recognize", { image: file, options, output }, [file.buffer])) as PageLayout;
  }

  /** Ends the thread, whatever it is doing; what waits for it rejects. */
  async end(): Promise<void> {
    this.#fail(new Error("text recognition was ended"));
    await this.#worker.terminate();
  }

  #call(action: string, payload: object, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const jobId = String(++this.#jobCount);
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#jobs.set(jobId, { resolve, reject });
      this.#worker.postMessage({ workerId: "text", jobId, action, payload }, transfer);
    });
  }

  #receive({ jobId, status, data }: Reply): void {
    const job = this.#jobs.get(jobId);
    // A failed start is reported twice: as rejected, then as done.
    if (job === undefined || status === "progress") return;
    this.#jobs.delete(jobId);
    if (this.#jobs.size === 0) this.#worker.unref();
    if (status === "resolve") job.resolve(data);
    else job.reject(new Error(String(data)));
  }

  #fail(error: Error): void {
    this.#ended ??= error;
    for (const job of this.#jobs.values()) job.reject(this.#ended);
    this.#jobs.clear();
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
