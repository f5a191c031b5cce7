/** What the process of a run is told. */
export interface FuzzOrder {
  readonly seed: number;
  /** Numbers of the first case and of the one behind the last. */
  readonly from: number;
  readonly to: number;
  readonly folder: string;
  readonly timeoutMs: number;
  readonly memoryMegabytes: number;
  readonly concurrency: number;
}

/** One line of `results.jsonl`. */
export interface FuzzLine {
  readonly index: number;
  readonly fileType: string;
  readonly recipe: string;
  readonly bytes: number;
  readonly status: "ready" | "failed" | "skipped" | "died";
  readonly reason?: string;
  readonly message?: string;
  readonly milliseconds: number;
  /** Of the process and its children, when the file was done. */
  readonly residentBytes: number;
  readonly problems: readonly string[];
}
