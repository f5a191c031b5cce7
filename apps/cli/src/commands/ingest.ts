import type { JsonObject } from "@bufbuild/protobuf";
import { type DocumentState, DocumentStatus } from "@quarry/api";
import { QuarryError, type UploadSource } from "@quarry/client";
import { fileAt } from "@quarry/client/node";
import { PartialFailure, UsageError } from "../failures.ts";
import { findFiles, type FoundFiles } from "../ingest/find-files.ts";
import { inParallel } from "../ingest/in-parallel.ts";
import { type PlannedFile, planIngest, SOURCE_HASH, SOURCE_PATH } from "../ingest/plan.ts";
import { Report } from "../ingest/report.ts";
import { Settling } from "../ingest/settling.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

interface IngestOptions extends GlobalOptions {
  readonly name?: string;
  readonly metadata?: JsonObject;
  readonly concurrency: number;
  readonly wait: boolean;
  readonly sync?: boolean;
  readonly deleteMissing?: boolean;
  readonly dryRun?: boolean;
}

export const ingest = (collection: string, inputs: readonly string[], options: IngestOptions): Promise<void> => {
  if (options.deleteMissing === true && options.sync !== true) {
    throw new UsageError("--delete-missing goes with --sync");
  }
  return withSession(options, async (session) => {
    if (inputs.includes("-")) await ingestInput(session, collection, inputs, options);
    else await ingestFiles(session, collection, await findFiles(inputs), options);
  });
};

/** The standard input as one document, without a comparison: nothing says what it was the last time. */
const ingestInput = async (
  session: Session,
  collection: string,
  inputs: readonly string[],
  { name, metadata, wait, dryRun }: IngestOptions,
): Promise<void> => {
  if (inputs.length > 1) throw new UsageError("- is the standard input and stands alone");
  if (name === undefined) throw new UsageError("--name is needed: the extension of the file name says the type");
  const report = new Report(session, 1, dryRun === true);
  const work = new Work(session, collection, report, wait, metadata);
  if (dryRun === true) report.add({ file: name, result: "uploaded" });
  else await work.upload(name, process.stdin as AsyncIterable<Uint8Array>, { filename: name, metadata: {} });
  await work.end();
};

const ingestFiles = async (
  session: Session,
  collection: string,
  found: FoundFiles,
  options: IngestOptions,
): Promise<void> => {
  const { client, signal, terminal } = session;
  if (options.deleteMissing === true && found.folders.length === 0) {
    throw new UsageError("--delete-missing needs a folder: only below a folder can a file be missing");
  }
  const plan = await planIngest(found, client.documents.all(collection, { signal }));
  if (found.ignored > 0) terminal.note(`${found.ignored} files of other types are left out`);
  const isDryRun = options.dryRun === true;
  const report = new Report(session, plan.uploads.length + plan.unchanged.length, isDryRun);
  const work = new Work(session, collection, report, options.wait, options.metadata);
  for (const { sourcePath } of plan.unchanged) report.add({ file: sourcePath, result: "unchanged" });
  const upload = async (file: PlannedFile) => {
    if (isDryRun) return report.add({ file: file.sourcePath, result: "uploaded" });
    const metadata = { [SOURCE_PATH]: file.sourcePath, [SOURCE_HASH]: file.sha256 };
    const replaces = options.sync === true ? file.replaces : [];
    await work.upload(file.sourcePath, await fileAt(file.path), { metadata, replaces });
  };
  await inParallel(plan.uploads, options.concurrency, upload);
  if (options.deleteMissing === true) {
    for (const { id, filename, metadata } of plan.missing) {
      const file = String(metadata?.[SOURCE_PATH] ?? filename);
      if (!isDryRun) await work.remove(id);
      report.add({ file, result: "deleted", document_id: id });
    }
  }
  await work.end();
};

interface UploadDetails {
  readonly filename?: string;
  readonly metadata: JsonObject;
  /** Documents that are deleted when the new one is ready. */
  readonly replaces?: readonly string[];
}

/** Uploads, and what follows them. */
class Work {
  readonly #session: Session;
  readonly #collection: string;
  readonly #report: Report;
  readonly #wait: boolean;
  readonly #metadata: JsonObject;
  readonly #settling: Settling;
  readonly #removals: Promise<void>[] = [];

  constructor(session: Session, collection: string, report: Report, wait: boolean, metadata: JsonObject | undefined) {
    this.#session = session;
    this.#collection = collection;
    this.#report = report;
    this.#wait = wait;
    this.#metadata = metadata ?? {};
    this.#settling = new Settling(session, collection);
  }

  /** One file; what is wrong with it alone is reported and stops no other. */
  async upload(
    file: string,
    source: UploadSource,
    { filename, metadata, replaces = [] }: UploadDetails,
  ): Promise<void> {
    const { client, signal } = this.#session;
    const before = this.#report.sentBytes;
    try {
      const { id } = await client.documents.upload(this.#collection, source, {
        ...(filename !== undefined && { filename }),
        metadata: { ...this.#metadata, ...metadata },
        signal,
        onProgress: ({ sentBytes, totalBytes }) => {
          // Told when the file is through: several are on their way at once.
          if (sentBytes === totalBytes) this.#report.sentBytes += sentBytes;
          this.#report.progress();
        },
      });
      if (this.#report.sentBytes === before) this.#report.progress();
      const needsReady = this.#wait || replaces.length > 0;
      if (!needsReady) return this.#report.add({ file, result: "uploaded", document_id: id });
      this.#settling.add(id, (state) => this.#settled(file, state, replaces));
    } catch (error) {
      if (!isOfFile(error)) throw error;
      this.#report.add({ file, result: "failed", error: error.message });
    }
  }

  async remove(documentId: string): Promise<void> {
    const { client, signal } = this.#session;
    await client.documents.deleteDocument({ collectionName: this.#collection, documentId }, { signal });
  }

  /** Waits for all, tells the sum, and fails when a file did. */
  async end(): Promise<void> {
    await this.#settling.end();
    await Promise.all(this.#removals);
    this.#report.end();
    const failed = this.#report.count("failed");
    if (failed > 0) throw new PartialFailure(`${failed} of ${this.#report.outcomes.length} files failed`);
  }

  #settled(file: string, { id, status, chunkCount, errorMessage }: DocumentState, replaces: readonly string[]): void {
    if (status === DocumentStatus.READY) {
      // Not before: until then the former version answers.
      this.#removals.push(...replaces.map((former) => this.remove(former)));
      this.#report.add({ file, result: "ready", document_id: id, passages: chunkCount });
    } else {
      this.#report.add({ file, result: "failed", document_id: id, error: errorMessage ?? "processing failed" });
    }
  }
}

/** What another file may not share: a wrong type or size, or a file that can't be read. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof QuarryError
    ? ["invalid_argument", "too_large", "conflict"].includes(error.code)
    : error instanceof Error && "syscall" in error;
