import { basename, resolve } from "node:path";
import { watch } from "chokidar";
import { isHidden } from "./find-files.ts";

/** An editor writes a file in several steps, and a copy brings many files: they are looked at when it is quiet again. */
const QUIET_MS = 300;
/** Most milliseconds until files are checked, when events never pause. */
const LONGEST_MS = 3_000;
/** Polling interval in milliseconds: network drives send no change events. */
const UNASKED_MS = 60_000;

/**
 * Tells when files may have changed. What has changed is not taken from the events, which come late, twice or not at
 * all when much happens at once: the subscriber scans the files itself.
 */
export class Changes implements AsyncDisposable {
  readonly #watcher: ReturnType<typeof watch>;
  readonly #roots: ReadonlySet<string>;
  #firstEvent: number | undefined;
  #lastEvent = 0;
  #wake: (() => void) | undefined;

  private constructor(inputs: readonly string[]) {
    this.#roots = new Set(inputs.map((input) => resolve(input)));
    this.#watcher = watch([...this.#roots], {
      ignoreInitial: true,
      // Links to folders are not followed when files are looked for either.
      followSymlinks: false,
      ignored: (path) => !this.#roots.has(resolve(path)) && isHidden(basename(path)),
    });
    this.#watcher.on("all", () => this.#happened());
    // One folder that can't be watched, or too many for the system: what is looked at unasked finds it.
    this.#watcher.on("error", () => this.#happened());
  }

  /** Resolves once everything below is watched: later changes are reported. */
  static async of(inputs: readonly string[], signal: AbortSignal): Promise<Changes> {
    const changes = new Changes(inputs);
    await new Promise<void>((resolveReady) => {
      changes.#watcher.once("ready", resolveReady);
      signal.addEventListener("abort", () => resolveReady(), { once: true });
    });
    return changes;
  }

  /** Resolves when something may have changed since it last did, and it is quiet now; or when the signal is aborted. */
  async next(signal: AbortSignal): Promise<void> {
    const unaskedAt = Date.now() + UNASKED_MS;
    while (!signal.aborted) {
      const now = Date.now();
      const dueAt =
        this.#firstEvent === undefined
          ? unaskedAt
          : Math.min(this.#lastEvent + QUIET_MS, this.#firstEvent + LONGEST_MS, unaskedAt);
      if (now >= dueAt) break;
      await this.#pause(dueAt - now, signal);
    }
    this.#firstEvent = undefined;
  }

  /** Triggers a scan, as a change would. */
  poke(): void {
    this.#happened();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watcher.close();
  }

  #happened(): void {
    this.#lastEvent = Date.now();
    this.#firstEvent ??= this.#lastEvent;
    this.#wake?.();
  }

  /** Until the time is up or something happens. */
  #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolvePause) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.#wake = undefined;
        resolvePause();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener("abort", done, { once: true });
      this.#wake = done;
      if (signal.aborted) done();
    });
  }
}
