import { bar } from "../output/bar.ts";
import type { Session } from "../session.ts";

/** What became of one file. */
export interface Outcome {
  readonly file: string;
  readonly result: "ready" | "uploaded" | "unchanged" | "failed" | "deleted";
  readonly document_id?: string;
  readonly passages?: number;
  readonly error?: string;
}

/** Tells what becomes of the files: a line each, and a bar on a terminal. */
export class Report {
  readonly outcomes: Outcome[] = [];
  readonly #session: Session;
  readonly #totalFiles: number;
  readonly #isDryRun: boolean;
  sentBytes = 0;

  constructor(session: Session, totalFiles: number, isDryRun: boolean) {
    this.#session = session;
    this.#totalFiles = totalFiles;
    this.#isDryRun = isDryRun;
  }

  add(outcome: Outcome): void {
    this.outcomes.push(outcome);
    const { isJson, terminal } = this.#session;
    const { file, result, passages, error } = outcome;
    // In a dry run nothing has been done yet.
    const verb = this.#isDryRun ? (WOULD[result] ?? result) : result;
    const detail = error ?? (passages === undefined ? "" : `${passages} ${passages === 1 ? "passage" : "passages"}`);
    const line = `${verb.padEnd(12)} ${file}${detail === "" ? "" : `  ${detail}`}`;
    if (result === "failed") terminal.note(line);
    // Thousands that are as they were are of no interest one by one.
    else if (!isJson && result !== "unchanged") terminal.print(line);
    this.progress();
  }

  progress(): void {
    const done = this.outcomes.filter(({ result }) => result !== "deleted").length;
    const megabytes = (this.sentBytes / 1_048_576).toFixed(1);
    const percent = this.#totalFiles === 0 ? 100 : (done / this.#totalFiles) * 100;
    this.#session.terminal.status(`${bar(percent)}  ${done} of ${this.#totalFiles} files, ${megabytes} MB sent`);
  }

  count(result: Outcome["result"]): number {
    return this.outcomes.filter((outcome) => outcome.result === result).length;
  }

  end(): void {
    const { isJson, printJson, terminal } = this.#session;
    const results = ["ready", "uploaded", "unchanged", "deleted", "failed"] as const;
    const counts = results.filter((result) => this.count(result) > 0).map((result) => [result, this.count(result)]);
    if (isJson) printJson({ dry_run: this.#isDryRun, files: this.outcomes });
    else terminal.note(counts.map(([result, count]) => `${count} ${result}`).join(", ") || "nothing to do");
  }
}

const WOULD: Partial<Record<Outcome["result"], string>> = { uploaded: "would upload", deleted: "would delete" };
