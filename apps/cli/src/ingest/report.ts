import { counted, visible } from "../output/text.ts";
import type { Session } from "../session.ts";
import { progressLines, type Sending } from "./progress.ts";

/** Result of one file. */
export interface Outcome {
  readonly file: string;
  readonly result: Result;
  readonly document_id?: string;
  readonly passages?: number;
  /** Documents that it replaces. */
  readonly replaces?: readonly string[];
  readonly error?: string;
}

export type Result = "ready" | "uploaded" | "reprocessed" | "unchanged" | "deleted" | "failed";

const RESULTS: readonly Result[] = ["ready", "uploaded", "reprocessed", "unchanged", "deleted", "failed"];

/** Result names in a dry run, which changes nothing. */
const DRY_RUN_VERBS: Partial<Record<Result, string>> = {
  uploaded: "would upload",
  reprocessed: "would process",
  deleted: "would delete",
};

export interface ReportOptions {
  readonly isDryRun: boolean;
  /** Whether the run has no foreseeable end. JSON is then printed as one line per file. */
  readonly isEndless: boolean;
}

/** Maximum number of rows of bars. The rest of the terminal shows finished files. */
const MAX_ROWS = 6;

/** Reports the result of each file: one line per file, and progress bars on a terminal. */
export class Report {
  readonly #session: Session;
  readonly #options: ReportOptions;
  readonly #started = performance.now();
  readonly #counts = new Map<Result, number>();
  readonly #outcomes: Outcome[] = [];
  readonly #sending = new Set<Sending>();
  #totalFiles = 0;
  #doneFiles = 0;
  #sentBytes = 0;
  #processing = 0;

  constructor(session: Session, options: ReportOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Adds to the number of files to check. */
  expect(files: number): void {
    this.#totalFiles += files;
    this.progress();
  }

  /** Removes a file that no longer needs to be reported. */
  forget(): void {
    this.#totalFiles -= 1;
    this.progress();
  }

  /** Resets the progress: unfinished files are counted again in the next scan. */
  startOver(): void {
    this.#totalFiles = this.#doneFiles;
    this.#processing = 0;
    this.progress();
  }

  /** Reports the start of an upload. Update `sentBytes` of the returned object. */
  sending(file: string, totalBytes: number | undefined): Sending {
    const sending = { file, totalBytes, sentBytes: 0 };
    this.#sending.add(sending);
    this.progress();
    return sending;
  }

  /** Reports the end of an upload, successful or not. */
  sent(sending: Sending): void {
    this.#sending.delete(sending);
    this.#sentBytes += sending.sentBytes;
    this.progress();
  }

  /** Reports that the service is processing a file. Its result follows by `add`, after `processed`. */
  processes(): void {
    this.#processing += 1;
    this.progress();
  }

  processed(): void {
    this.#processing -= 1;
  }

  add(outcome: Outcome): void {
    const { result } = outcome;
    this.#counts.set(result, this.count(result) + 1);
    if (result !== "deleted") this.#doneFiles += 1;
    if (!this.#options.isEndless) this.#outcomes.push(outcome);
    this.#print(outcome);
    this.progress();
  }

  progress(): void {
    const { terminal } = this.#session;
    if (!terminal.isInteractive) return;
    if (this.#options.isEndless && this.#doneFiles >= this.#totalFiles && this.#processing === 0) {
      return terminal.status("waiting for changes; Ctrl-C ends");
    }
    const state = {
      totalFiles: this.#totalFiles,
      doneFiles: this.#doneFiles,
      processing: this.#processing,
      sentBytes: this.#sentBytes,
      sending: [...this.#sending],
      elapsedMs: performance.now() - this.#started,
    };
    terminal.status(progressLines(state, Math.min(MAX_ROWS, terminal.rows - 2)));
  }

  count(result: Result): number {
    return this.#counts.get(result) ?? 0;
  }

  /** Number of files to process. */
  get files(): number {
    return this.#totalFiles;
  }

  /** Prints the summary. `isComplete` is whether every file was checked. */
  end(isComplete: boolean): void {
    const { isJson, printJson, terminal } = this.#session;
    terminal.status(undefined);
    const { isDryRun, isEndless } = this.#options;
    if (isJson && !isEndless && isComplete) return printJson({ dry_run: isDryRun, files: this.#outcomes });
    const counts = RESULTS.filter((result) => this.count(result) > 0).map(
      (result) => `${this.count(result).toLocaleString("en")} ${this.#verb(result)}`,
    );
    const left = this.#totalFiles - this.#doneFiles;
    if (counts.length > 0 || left === 0) terminal.note(counts.join(", ") || "nothing to do");
    if (left > 0) {
      terminal.note(`${counted(left, "file")} left; the same command goes on with ${left === 1 ? "it" : "them"}`);
    }
  }

  #print(outcome: Outcome): void {
    const { isJson, terminal } = this.#session;
    const { file, result, passages, error } = outcome;
    if (isJson && this.#options.isEndless) return terminal.print(JSON.stringify(outcome));
    const detail = error ?? (passages === undefined ? "" : counted(passages, "chunk"));
    const line = `${this.#verb(result).padEnd(12)} ${visible(file)}${detail === "" ? "" : `  ${visible(detail)}`}`;
    if (result === "failed") terminal.note(line);
    // Thousands of unchanged files are not worth a line each.
    else if (!isJson && result !== "unchanged") terminal.print(line);
  }

  #verb(result: Result): string {
    return (this.#options.isDryRun ? DRY_RUN_VERBS[result] : undefined) ?? result;
  }
}
