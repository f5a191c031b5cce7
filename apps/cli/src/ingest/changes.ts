import { basename, resolve } from "node:path";
import { watch } from "chokidar";
import { isHidden } from "./find-files.ts";

/**
 * Debounce interval: an editor writes a file in several steps, and a copy creates many files. They are scanned once
 * events pause.
 */
const QUIET_MS = 300;
/** Maximum milliseconds until a scan if events never pause. */
const LONGEST_MS = 3_000;
/** Polling interval in milliseconds: network drives send no change events. */
const UNASKED_MS = 60_000;

/**
 * Reports when files may have changed. Events arrive late, twice, or not at all under load: they only trigger a scan,
 * and the subscriber scans the files itself.
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
      // The file scan does not follow links to folders either.
      followSymlinks: false,
      ignored: (path) => !this.#roots.has(resolve(path)) && isHidden(basename(path)),
    });
    this.#watcher.on("all", () => this.#happened());
    // A folder that can't be watched, or too many for the system: polling finds their changes.
    this.#watcher.on("error", () => this.#happened());
  }

  /** Starts watching. Resolves once all folders below are watched: later changes are reported. */
  static async of(inputs: readonly string[], signal: AbortSignal): Promise<Changes> {
    const changes = new Changes(inputs);
    await new Promise<void>((resolveReady) => {
      changes.#watcher.once("ready", resolveReady);
      signal.addEventListener("abort", () => resolveReady(), { once: true });
    });
    return changes;
  }

  /**
   * Resolves when something may have changed since the last call and events have paused, or when the signal is aborted.
   */
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

  /** Resolves when the time is up or an event arrives. */
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
