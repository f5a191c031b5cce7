import type { Breaches } from "../breaches.ts";
import type { Api } from "./api.ts";

/** Streams at the same time; more documents than that are not watched. */
const MOST_STREAMS = 100;

/** Longer than any document here takes on a busy machine. */
const STREAM_DEADLINE_MS = 300_000;

interface Step {
  readonly step: string;
  readonly status: string;
  readonly message: string;
  readonly progress: number;
}

const STEPS = new Set(["parsing", "chunking", "embedding", "complete", "failed"]);

/** Subscribers of progress streams, beside the clients. */
export class ProgressWatchers {
  readonly #api: Api;
  readonly #breaches: Breaches;
  readonly #open = new Set<Promise<void>>();
  started = 0;
  /** Streams that ended with a final step. */
  finished = 0;

  constructor(api: Api, breaches: Breaches) {
    this.#api = api;
    this.#breaches = breaches;
  }

  watch(path: string, isGoing: () => boolean): void {
    if (this.#open.size >= MOST_STREAMS) return;
    this.started += 1;
    const watching = this.#follow(path, isGoing).finally(() => this.#open.delete(watching));
    this.#open.add(watching);
  }

  /** Resolves when every stream has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#open);
  }

  async #follow(path: string, isGoing: () => boolean): Promise<void> {
    try {
      const signal = AbortSignal.timeout(STREAM_DEADLINE_MS);
      const response = await this.#api.fetch("GET", path, {}, signal);
      const text = response.status === 200 ? "" : await response.text();
      if (!this.#api.accepts(response, text, "GET", path, isGoing() ? [200, 404] : [200])) return;
      if (response.status !== 200) return;
      const last = await this.#read(response, path);
      if (last !== undefined && (last.step === "complete" || last.step === "failed")) this.finished += 1;
      else this.#breaches.add("progress: a stream ended without a final step", `${path}: ${JSON.stringify(last)}`);
    } catch (error) {
      this.#breaches.add("progress: a stream broke", `${path}: ${String((error as Error).cause ?? error)}`);
    }
  }

  async #read(response: Response, path: string): Promise<Step | undefined> {
    let pending = "";
    let last: Step | undefined;
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + text).split("\n");
      pending = lines.pop()!;
      for (const line of lines) {
        if (!line.startsWith("data: ")) continue;
        if (last?.step === "complete" || last?.step === "failed") {
          this.#breaches.add("progress: a step after the final one", `${path}: ${line}`);
        }
        last = JSON.parse(line.slice("data: ".length)) as Step;
        const isSound = STEPS.has(last.step) && last.progress >= 0 && last.progress <= 100;
        if (!isSound) this.#breaches.add("progress: an unknown step", `${path}: ${line}`);
      }
    }
    return last;
  }
}
