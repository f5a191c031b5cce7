import { type EmbedRequest, KeyedLock, type PluginContext } from "@quarry/plugin";
import { commandError } from "./command-error.ts";
import type { CommandSettings } from "./command-settings.ts";
import type { AnswerLine } from "./protocol.ts";
import { RunningProgram } from "./running-program.ts";

/** Pause between starts of a program that ends before any response. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** A program that is restarted when it has ended, and processes one batch at a time. */
export class SupervisedProgram {
  readonly #settings: CommandSettings;
  readonly #log: PluginContext["log"];
  readonly #lock = new KeyedLock();
  #current: RunningProgram | undefined;
  /** Resolves when the current one is gone. */
  #end = Promise.resolve();
  #waiting = 0;
  #failedStarts = 0;
  #pausedUntil = 0;
  #lastFailure = "";
  #isClosed = false;

  constructor(settings: CommandSettings, log: PluginContext["log"]) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Number of accepted batches without a response. */
  get load(): number {
    return this.#waiting;
  }

  /** Returns the process, and starts it if necessary. Fails during a pause. */
  running(): RunningProgram {
    if (this.#current !== undefined) return this.#current;
    if (this.#isClosed) throw commandError("unavailable", "the embedder was closed");
    const retryAfterSeconds = Math.ceil((this.#pausedUntil - Date.now()) / 1_000);
    if (retryAfterSeconds > 0) {
      const message = `the program ends whenever it is started; the next start is in ${retryAfterSeconds} s`;
      throw commandError("unavailable", `${message}. ${this.#lastFailure}`, { retryAfterSeconds });
    }
    const started = new RunningProgram(this.#settings, this.#log);
    this.#current = started;
    this.#end = started.ended.then(() => this.#onEnd(started));
    return started;
  }

  /** Sends the batch in turn; skips a call that was cancelled meanwhile. */
  async embed(request: EmbedRequest, signal: AbortSignal): Promise<AnswerLine> {
    this.#waiting += 1;
    try {
      return await this.#lock.run("", async () => {
        signal.throwIfAborted();
        // Waits for a process that is about to end: memory may not suffice for two at once.
        if (this.#current?.failure !== undefined) await this.#end;
        const program = this.running();
        await program.ready;
        return await program.embed(request);
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#current?.stop();
  }

  #onEnd(ended: RunningProgram): void {
    this.#current = undefined;
    if (this.#isClosed) return;
    this.#lastFailure = ended.failure?.message ?? "";
    this.#failedStarts = ended.hasAnswered ? 0 : this.#failedStarts + 1;
    if (this.#failedStarts > 0) {
      this.#pausedUntil = Date.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failedStarts);
    }
    this.#log("warn", "the program has ended; it is started again when it is needed", { reason: this.#lastFailure });
  }
}
