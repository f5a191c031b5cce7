import { setTimeout as sleep } from "node:timers/promises";
import { QuarryError } from "@quarry/client";
import { UsageError } from "../failures.ts";
import type { Session } from "../session.ts";
import { Changes } from "./changes.ts";
import { findFiles, type FoundFiles, kindOf } from "./find-files.ts";
import { readTypesOf } from "./read-types.ts";
import { Fingerprints } from "./fingerprints.ts";
import { inParallel } from "./in-parallel.ts";
import { Ingestion, type IngestionOptions } from "./ingestion.ts";
import { Ledger } from "./ledger.ts";
import { missingFiles } from "./missing.ts";
import type { Report } from "./report.ts";

export interface WatchOptions extends IngestionOptions {
  readonly concurrency: number;
  readonly deletesMissing: boolean;
  /** Whether many documents may be deleted at once. */
  readonly mayDeleteMany: boolean;
}

/** Pause before an unreachable service is contacted again. */
const RECONNECT_PAUSE_MS = 5_000;

/**
 * Keeps a collection in sync with the files until it is stopped; work in progress then finishes. Waits for a service
 * that is temporarily unavailable.
 */
export const watchFiles = async (
  session: Session,
  inputs: readonly string[],
  report: Report,
  options: WatchOptions,
): Promise<void> => {
  const { stopping, terminal } = session;
  for (const input of inputs) {
    if ((await kindOf(input)) !== undefined) continue;
    throw new UsageError(`${input}: no such file or folder; --watch does not accept globs`);
  }
  await using changes = await Changes.of(inputs, stopping);
  let hasWorked = false;
  while (!stopping.aborted) {
    try {
      const ledger = await Ledger.read(session.client.documents.all(options.collection, { signal: session.signal }));
      const watching = new Watching(session, inputs, report, options, ledger);
      hasWorked = true;
      await watching.run(changes);
    } catch (error) {
      // A service that is unreachable at the start is more likely a wrong address.
      if (!hasWorked || !(error instanceof QuarryError) || !error.isRetryable) throw error;
      terminal.note(`${error.message}; trying again`);
      report.startOver();
      await sleep(RECONNECT_PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
};

/** Watches files, with a service that answers. */
class Watching {
  readonly #session: Session;
  readonly #inputs: readonly string[];
  readonly #readTypes: () => Promise<ReadonlySet<string>>;
  readonly #report: Report;
  readonly #options: WatchOptions;
  readonly #ledger: Ledger;
  readonly #ingestion: Ingestion;
  readonly #fingerprints = new Fingerprints();
  #lastNotice = "";
  /** Whether files are missing and their renamed copies may not be searchable yet. */
  #hasMissing = false;

  constructor(session: Session, inputs: readonly string[], report: Report, options: WatchOptions, ledger: Ledger) {
    this.#session = session;
    this.#inputs = inputs;
    this.#readTypes = readTypesOf(session);
    this.#report = report;
    this.#options = options;
    this.#ledger = ledger;
    this.#ingestion = new Ingestion(session, ledger, report, options);
  }

  async run(changes: Changes): Promise<void> {
    const { stopping } = this.#session;
    // Documents in processing when the service becomes unavailable are found by the next read of the collection.
    const failed = new AbortController();
    while (!stopping.aborted && !failed.signal.aborted) {
      const found = await this.#scan();
      if (found !== undefined) await this.#ingestChanged(found);
      this.#ingestion.settled().then(
        () => this.#hasMissing && changes.poke(),
        () => failed.abort(),
      );
      this.#report.progress();
      await changes.next(AbortSignal.any([stopping, failed.signal]));
    }
    await this.#ingestion.settled();
  }

  /**
   * Scans the files. Returns undefined while a folder argument does not exist: it may reappear, and is not the same as
   * empty.
   */
  async #scan(): Promise<FoundFiles | undefined> {
    for (const input of this.#inputs) {
      if ((await kindOf(input)) === undefined) return this.#notify(`${input} does not exist; waiting for it`);
    }
    try {
      const found = await findFiles(this.#inputs, this.#readTypes);
      this.#lastNotice = "";
      return found;
    } catch (error) {
      return this.#notify((error as Error).message);
    }
  }

  async #ingestChanged(found: FoundFiles): Promise<void> {
    const { concurrency, deletesMissing } = this.#options;
    const changed = await this.#fingerprints.changed(found.files);
    this.#report.expect(changed.length);
    await inParallel(
      changed,
      concurrency,
      async (file) => {
        if ((await kindOf(file.path)) === "file") return this.#ingestion.file(file);
        // The file existed a moment ago: usually an editor's temporary file.
        this.#fingerprints.forget(file);
        this.#report.forget();
      },
      this.#session.stopping,
    );
    if (deletesMissing && !this.#session.stopping.aborted) await this.#deleteMissing(found);
  }

  async #deleteMissing(found: FoundFiles): Promise<void> {
    const missing = missingFiles(found, this.#ledger);
    this.#hasMissing = missing.sourcePaths.length > 0 && !this.#ingestion.isIdle;
    if (this.#hasMissing) return;
    if (missing.isMany && !this.#options.mayDeleteMany) {
      this.#notify(`${missing.text} no longer exist; they stay in the collection unless --watch runs with --yes`);
    } else await this.#ingestion.removeFiles(missing.sourcePaths);
  }

  /** Prints a notice once, not at every scan. */
  #notify(text: string): undefined {
    if (text !== this.#lastNotice) this.#session.terminal.note(text);
    this.#lastNotice = text;
  }
}
