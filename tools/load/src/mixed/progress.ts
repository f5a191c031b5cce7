import type { Api } from "../api.ts";
import type { Breach } from "../breaches.ts";

/** Maximum number of concurrent streams; further documents are not watched. */
const MOST_STREAMS = 100;
/** Longer than any document takes here on a busy machine. */
const STREAM_DEADLINE_MS = 300_000;

interface Step {
  readonly step: string;
  readonly progress: number;
}

const STEPS = new Set(["parsing", "chunking", "embedding", "complete", "failed"]);
const isFinal = (step: Step | undefined): boolean => step?.step === "complete" || step?.step === "failed";

/** Subscribers of progress streams, in addition to the clients. */
export class ProgressWatchers {
  readonly #api: Api;
  readonly #breach: Breach;
  readonly #open = new Set<Promise<void>>();
  started = 0;
  /** Number of streams that ended with a final step. */
  finished = 0;

  constructor(api: Api, breach: Breach) {
    this.#api = api;
    this.#breach = breach;
  }

  readonly watch = (path: string, isGoing: () => boolean): void => {
    if (this.#open.size >= MOST_STREAMS) return;
    this.started += 1;
    const watching = this.#follow(path, isGoing)
      .catch((error: Error) => this.#breach("progress: a stream broke", `${path}: ${String(error.cause ?? error)}`))
      .finally(() => this.#open.delete(watching));
    this.#open.add(watching);
  };

  /** Resolves when every stream has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#open);
  }

  async #follow(path: string, isGoing: () => boolean): Promise<void> {
    const response = await this.#api.fetch("GET", path, {}, AbortSignal.timeout(STREAM_DEADLINE_MS));
    const refusal = response.status === 200 ? "" : await response.text();
    if (!this.#api.accepts(response, refusal, "GET", path, isGoing() ? [200, 404] : [200])) return;
    if (response.status !== 200) return;
    let pending = "";
    let last: Step | undefined;
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (pending + text).split("\n");
      pending = lines.pop()!;
      for (const line of lines.filter((line) => line.startsWith("data: "))) {
        if (isFinal(last)) this.#breach("progress: a step after the final one", `${path}: ${line}`);
        last = JSON.parse(line.slice("data: ".length)) as Step;
        const isSound = STEPS.has(last.step) && last.progress >= 0 && last.progress <= 100;
        if (!isSound) this.#breach("progress: an unknown step", `${path}: ${line}`);
      }
    }
    if (isFinal(last)) this.finished += 1;
    else this.#breach("progress: a stream ended without a final step", `${path}: ${JSON.stringify(last)}`);
  }
}
