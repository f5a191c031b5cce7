import { counted, visible } from "../output/text.ts";
import type { Session } from "../session.ts";
import { progressLines, type Sending } from "./progress.ts";

/** Result of one file. */
export interface Outcome {
  readonly file: string;
  readonly result: Result;
  readonly document_id?: string;
  readonly passages?: number;
  /** Documents that it takes the place of. */
  readonly replaces?: readonly string[];
  readonly error?: string;
}

export type Result = "ready" | "uploaded" | "reprocessed" | "unchanged" | "deleted" | "failed";

const RESULTS: readonly Result[] = ["ready", "uploaded", "reprocessed", "unchanged", "deleted", "failed"];

/** Results as a dry run reports them, which has changed nothing. */
const WOULD: Partial<Record<Result, string>> = {
  uploaded: "would upload",
  reprocessed: "would process",
  deleted: "would delete",
};

export interface ReportOptions {
  readonly isDryRun: boolean;
  /** Whether the end is not in sight: then JSON comes as a line for each file. */
  readonly isEndless: boolean;
}

/** Most rows of bars; the rest of the terminal is for what was done. */
const MOST_ROWS = 6;

/** Tells what becomes of the files: a line each, and bars on a terminal. */
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

  /** So many more files are to be looked at. */
  expect(files: number): void {
    this.#totalFiles += files;
    this.progress();
  }

  /** A file that there is no need to tell about after all. */
  forget(): void {
    this.#totalFiles -= 1;
    this.progress();
  }

  /** Resets the progress: files that are not done yet are counted again in the next scan. */
  startOver(): void {
    this.#totalFiles = this.#doneFiles;
    this.#processing = 0;
    this.progress();
  }

  /** A file is on its way; tell `sentBytes` on what this gives. */
  sending(file: string, totalBytes: number | undefined): Sending {
    const sending = { file, totalBytes, sentBytes: 0 };
    this.#sending.add(sending);
    this.progress();
    return sending;
  }

  /** It is there, or it failed. */
  sent(sending: Sending): void {
    this.#sending.delete(sending);
    this.#sentBytes += sending.sentBytes;
    this.progress();
  }

  /** The service has a file and is at it; `add` tells what became of it, after `processed`. */
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
    terminal.status(progressLines(state, Math.min(MOST_ROWS, terminal.rows - 2)));
  }

  count(result: Result): number {
    return this.#counts.get(result) ?? 0;
  }

  /** Number of files to process. */
  get files(): number {
    return this.#totalFiles;
  }

  /** The sum of it; `isWhole` tells whether everything was looked at. */
  end(isWhole: boolean): void {
    const { isJson, printJson, terminal } = this.#session;
    terminal.status(undefined);
    const { isDryRun, isEndless } = this.#options;
    if (isJson && !isEndless && isWhole) return printJson({ dry_run: isDryRun, files: this.#outcomes });
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
    // Thousands that are as they were are of no interest one by one.
    else if (!isJson && result !== "unchanged") terminal.print(line);
  }

  #verb(result: Result): string {
    return (this.#options.isDryRun ? WOULD[result] : undefined) ?? result;
  }
}
