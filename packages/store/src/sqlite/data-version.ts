import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Effect } from "effect";

/**
 * SQLite's counter of commits by other connections, which are all commits, since the reader's connection only reads.
 * Read once per turn of the event loop: the inputs of a turn arrived before it began, so the counter already includes a
 * commit that another process acknowledged. A commit of this process resets it at once.
 */
export class DataVersion {
  /** Runs after every write of this process. */
  readonly forget: Effect.Effect<void> = Effect.sync(() => this.#reset());
  readonly #statement: StatementSync;
  #cached: number | undefined;
  #isResetDue = false;

  constructor(reader: DatabaseSync) {
    this.#statement = reader.prepare("pragma data_version");
  }

  /** Returns undefined if it can't be read. The read that follows reports the error. */
  read(): number | undefined {
    if (this.#cached !== undefined) return this.#cached;
    try {
      this.#cached = this.#statement.get()!["data_version"] as number;
    } catch {
      return undefined;
    }
    this.#resetAfterTick();
    return this.#cached;
  }

  #resetAfterTick(): void {
    if (this.#isResetDue) return;
    this.#isResetDue = true;
    setImmediate(() => {
      this.#isResetDue = false;
      this.#reset();
    });
  }

  #reset(): void {
    this.#cached = undefined;
  }
}
