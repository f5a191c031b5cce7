import { fileURLToPath } from "node:url";
import { ModelFailure, ModelProcess } from "@quarry/onnx/process";
import { workerModule } from "@quarry/plugin/workers";
import type { GreyImage } from "../grey-image.ts";
import type { PageLayout } from "../page-layout.ts";
import { layoutOf } from "./lines-layout.ts";
import { ppocrProblem } from "./ppocr-problem.ts";
import type { PpocrOptions, ReadLine } from "./ppocr-protocol.ts";
import { readingConfidence } from "./reading-confidence.ts";

/** Minimum page confidence. Pages in letters that the model knows reach .99 and more, others less than .9. */
const MIN_PAGE_CONFIDENCE = 0.95;
/** Idle time after which the process ends. It uses some 400 MB; starting a new one takes a CPU second. */
const IDLE_MS = 30_000;

type PpocrProcess = ModelProcess<PpocrOptions, undefined, GreyImage, readonly ReadLine[]>;

const CHILD_FILE = fileURLToPath(workerModule(import.meta.url, "./ppocr-child"));

/** Reads pages with PP-OCR in a separate process, one at a time. */
export class PpocrReader {
  readonly #folder: string | undefined;
  readonly #pageTimeoutMs: number;
  #process: PpocrProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(folder: string | undefined, pageTimeoutMs: number) {
    this.#folder = folder;
    this.#pageTimeoutMs = pageTimeoutMs;
  }

  /** Starts the process if there is none, and loads the model. Rejects with instructions if the model is missing. */
  async getReady(): Promise<PpocrProcess> {
    clearTimeout(this.#idle);
    if (this.#process?.isAlive !== true) this.#process = this.#start();
    await this.#process.loaded;
    this.#endWhenIdle();
    return this.#process;
  }

  #start(): PpocrProcess {
    const problem = ppocrProblem(this.#folder);
    if (problem !== undefined) throw new ModelFailure("not_found", problem);
    const options = { childFile: CHILD_FILE, runTimeoutMs: this.#pageTimeoutMs };
    return new ModelProcess({ folder: this.#folder! }, options);
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }

  /**
   * Returns the page's lines in reading order, or undefined for a page that the model can't read well. A page that
   * exceeds its time ends the process.
   */
  async read({ pixels, width, height }: GreyImage, timeout: AbortSignal): Promise<PageLayout | undefined> {
    const process = await this.getReady();
    clearTimeout(this.#idle);
    const end = (): void => void process.end(TIMED_OUT);
    timeout.addEventListener("abort", end);
    try {
      const lines = await process.run({ pixels, width, height });
      return readingConfidence(lines) < MIN_PAGE_CONFIDENCE ? undefined : layoutOf(lines);
    } finally {
      timeout.removeEventListener("abort", end);
      this.#endWhenIdle();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#process?.end(CLOSED);
  }
}

const TIMED_OUT = new ModelFailure("limit", "the page took too long");
const CLOSED = new ModelFailure("unavailable", "text recognition was closed");
