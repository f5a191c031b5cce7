import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Effect } from "effect";

/**
 * SQLite's count of what other connections have committed; all of it, as the reader's connection only reads. Asked once
 * per turn of the event loop: what a turn works on had arrived before the turn began, so a commit that another process
 * answered for is in the count already; a commit of our own is forgotten for at once.
 */
export class DataVersion {
  /** Runs after every write of this process. */
  readonly forget: Effect.Effect<void> = Effect.sync(() => this.#reset());
  readonly #statement: StatementSync;
  #known: number | undefined;
  #isResetDue = false;

  constructor(reader: DatabaseSync) {
    this.#statement = reader.prepare("pragma data_version");
  }

  /** Undefined when it can't be read; the read that follows says what is wrong. */
  read(): number | undefined {
    if (this.#known !== undefined) return this.#known;
    try {
      this.#known = this.#statement.get()!["data_version"] as number;
    } catch {
      return undefined;
    }
    this.#resetAfterTick();
    return this.#known;
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
    this.#known = undefined;
  }
}
