import type { JsonObject } from "@bufbuild/protobuf";
import { type DocumentState, DocumentStatus, OnConflict } from "@quarry/client/types";
import { NotFoundError, QuarryError, type UploadSource } from "@quarry/client";
import { composed } from "@quarry/plugin/domain";
import type { Session } from "../session.ts";
import { FileChangedError, type FileContent, readContent } from "./file-content.ts";
import type { FoundFile } from "./find-files.ts";
import { decide, type Ledger, SOURCE_HASH, SOURCE_PATH, type Version } from "./ledger.ts";
import type { Report } from "./report.ts";
import { Settling } from "./settling.ts";

export interface IngestionOptions {
  readonly collection: string;
  /** Metadata of every document. */
  readonly metadata: JsonObject;
  /** Whether a file counts as done when it is searchable. Otherwise it is done when it is uploaded. */
  readonly wait: boolean;
  /** Whether each document's external id is its file's path. A changed file then replaces its previous document. */
  readonly isNamedByPath: boolean;
  /** Whether a file's previous versions are deleted once it is searchable. */
  readonly isSync: boolean;
  readonly isDryRun: boolean;
}

/** Maximum number of reads of a file that changes while it is read. */
const MAX_READS = 3;
/** Maximum number of items per request. */
const BATCH = 100;

/** Ingests files into a collection, and does the follow-up work after their upload. */
export class Ingestion {
  readonly #session: Session;
  readonly #ledger: Ledger;
  readonly #report: Report;
  readonly #options: IngestionOptions;
  readonly #settling: Settling;
  readonly #removals = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(session: Session, ledger: Ledger, report: Report, options: IngestionOptions) {
    this.#session = session;
    this.#ledger = ledger;
    this.#report = report;
    this.#options = options;
    this.#settling = new Settling(session, options.collection);
  }

  /**
   * Ingests one file, unless it is already stored unchanged. An error of this file alone is reported and does not stop
   * the others.
   */
  async file(file: FoundFile): Promise<void> {
    for (let reads = 1; ; reads += 1) {
      try {
        return await this.#ingest(file.sourcePath, await readContent(file.path));
      } catch (error) {
        if (error instanceof FileChangedError && reads < MAX_READS) continue;
        if (!isOfFile(error)) throw error;
        return this.#report.add({ file: file.sourcePath, result: "failed", error: error.message });
      }
    }
  }

  /** Ingests a byte stream, without a comparison: its previous content is unknown. */
  async stream(name: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#resend(name, () => this.#upload(name, name, source, undefined, {}));
  }

  /** Ingests a text, also without a comparison. */
  async text(text: string, filename: string | undefined): Promise<void> {
    const content = { text, ...(filename !== undefined && { filename }) };
    await this.#resend(filename ?? "text.md", () => this.#create(content));
  }

  /**
   * Ingests a page, which the service fetches. If the collection has the page, the service checks whether it has
   * changed.
   */
  async page(url: string): Promise<void> {
    const known = this.#ledger.versionsOf(url).at(-1);
    if (known === undefined) return this.#resend(url, () => this.#create({ url }));
    if (this.#options.isDryRun) {
      return this.#report.add({ file: url, result: "reprocessed", document_id: known.id });
    }
    if (known.status === "under way") return this.#follow(url, known, [], "unchanged");
    await this.#isolated(url, () => this.#reprocess(url, known, []));
  }

  /** Deletes every document of files that no longer exist. */
  async removeFiles(sourcePaths: readonly string[]): Promise<void> {
    const documents = sourcePaths.flatMap((file) => this.#ledger.versionsOf(file).map(({ id }) => ({ file, id })));
    for (let start = 0; start < documents.length; start += BATCH) {
      const batch = documents.slice(start, start + BATCH);
      const errors = this.#options.isDryRun ? new Map<string, string>() : await this.#delete(batch.map(({ id }) => id));
      for (const { file, id } of batch) {
        const error = errors.get(id);
        if (error === undefined && !this.#options.isDryRun) this.#ledger.remove(file, id);
        if (error === undefined) this.#report.add({ file, result: "deleted", document_id: id });
        else this.#report.add({ file, result: "failed", document_id: id, error });
      }
    }
  }

  /** Whether nothing is being processed or followed up. */
  get isIdle(): boolean {
    return this.#settling.isIdle && this.#removals.size === 0;
  }

  /** Resolves when everything ingested has been processed and followed up. Fails if the service can't be reached. */
  async settled(): Promise<void> {
    await this.#settling.end();
    await Promise.all(this.#removals);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #ingest(file: string, content: FileContent): Promise<void> {
    const { isSync, isDryRun } = this.#options;
    const versions = this.#ledger.versionsOf(file);
    const decision = decide(versions, content.sha256);
    const version = decision.kind === "upload" ? undefined : decision.version;
    const replaces = isSync ? versions.filter((each) => each !== version).map(({ id }) => id) : [];
    const reported = replaces.length === 0 ? {} : { replaces };
    if (!isDryRun) await this.#name(file, version ?? versions.at(-1));
    switch (decision.kind) {
      case "keep":
        this.#report.add({ file, result: "unchanged", document_id: decision.version.id, ...reported });
        if (!isDryRun) for (const id of replaces) this.#remove(file, id);
        return;
      case "follow":
        if (!isDryRun) return this.#follow(file, decision.version, replaces, "unchanged");
        return this.#report.add({ file, result: "unchanged", document_id: decision.version.id, ...reported });
      case "reprocess":
        if (!isDryRun) return this.#reprocess(file, decision.version, replaces);
        return this.#report.add({ file, result: "reprocessed", document_id: decision.version.id, ...reported });
      case "upload": {
        // The service would accept an empty file, and its document would fail.
        if (content.size === 0) return this.#report.add({ file, result: "failed", error: "the file is empty" });
        if (isDryRun) return this.#report.add({ file, result: "uploaded", ...reported });
        const { sha256, size, source } = content;
        const sourceMetadata = { [SOURCE_PATH]: file, [SOURCE_HASH]: sha256 };
        const id = await this.#upload(file, source.filename!, source, size, sourceMetadata);
        const externalId = this.#options.isNamedByPath ? file : undefined;
        const uploaded: Version = { id, sha256, externalId, status: "under way" };
        // The upload may have replaced a stored version.
        this.#ledger.remove(file, id);
        this.#ledger.add(file, uploaded);
        const others = replaces.filter((replaced) => replaced !== id);
        this.#follow(file, uploaded, others, "uploaded");
      }
    }
  }

  /** Uploads a file or page that has no known stored version to compare with. `send` returns the document's id. */
  async #resend(file: string, send: () => Promise<string>): Promise<void> {
    if (this.#options.isDryRun) return this.#report.add({ file, result: "uploaded" });
    await this.#isolated(file, async () => {
      this.#follow(file, { id: await send(), sha256: undefined, status: "under way" }, [], "uploaded");
    });
  }

  /** Runs `work`; an error of this file alone is reported and does not stop the others. */
  async #isolated(file: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isOfFile(error)) throw error;
      this.#report.add({ file, result: "failed", error: error.message });
    }
  }

  async #create(content: { readonly text: string; readonly filename?: string } | { readonly url: string }) {
    const { client, signal } = this.#session;
    const { collection: collectionName, metadata } = this.#options;
    const { id } = await client.documents.createDocument({ collectionName, metadata, ...content }, { signal });
    return id;
  }

  /**
   * Assigns the external id by which a document is replaced from now on, unless the document has one or another
   * document uses it.
   */
  async #name(file: string, version: Version | undefined): Promise<void> {
    if (!this.#options.isNamedByPath || version === undefined) return;
    if (this.#ledger.versionsOf(file).some(({ externalId }) => composed(externalId ?? "") === composed(file))) return;
    const { client, signal } = this.#session;
    const target = { collectionName: this.#options.collection, documentId: version.id };
    await client.documents.patchDocument({ ...target, externalId: file }, { signal });
    version.externalId = file;
  }

  async #upload(
    file: string,
    filename: string,
    source: UploadSource,
    size: number | undefined,
    metadata: JsonObject,
  ): Promise<string> {
    const { client, signal } = this.#session;
    const sending = this.#report.sending(file, size);
    try {
      const { id } = await client.documents.upload(this.#options.collection, source, {
        filename,
        metadata: { ...this.#options.metadata, ...metadata },
        ...(this.#options.isNamedByPath && { externalId: file, onConflict: OnConflict.REPLACE }),
        signal,
        onProgress: ({ sentBytes }) => {
          sending.sentBytes = sentBytes;
          this.#report.progress();
        },
      });
      return id;
    } finally {
      this.#report.sent(sending);
    }
  }

  /** Retries the processing of a stored document that failed. Its content is stored, so nothing is uploaded. */
  async #reprocess(file: string, version: Version, replaces: readonly string[]): Promise<void> {
    const { client, signal } = this.#session;
    const request = { collectionName: this.#options.collection, documentId: version.id };
    await client.documents.reprocessDocument(request, { signal });
    version.status = "under way";
    this.#follow(file, version, replaces, "reprocessed");
  }

  /** Waits for the end of the processing if this was requested, or if previous versions must stay until then. */
  #follow(
    file: string,
    version: Version,
    replaces: readonly string[],
    pendingResult: "uploaded" | "reprocessed" | "unchanged",
  ): void {
    if (!this.#options.wait && replaces.length === 0) {
      return this.#report.add({ file, result: pendingResult, document_id: version.id });
    }
    this.#report.processes();
    this.#settling.add(version.id, (state) => this.#ended(file, version, state, replaces));
  }

  #ended(file: string, version: Version, state: DocumentState, replaces: readonly string[]): void {
    const { id, status, chunkCount, errorMessage } = state;
    this.#report.processed();
    if (status === DocumentStatus.READY) {
      version.status = "ready";
      // Not earlier: until then the previous version answers queries.
      for (const previous of replaces) this.#remove(file, previous);
      const reported = replaces.length === 0 ? {} : { replaces };
      this.#report.add({ file, result: "ready", document_id: id, passages: chunkCount, ...reported });
    } else {
      version.status = "failed";
      this.#report.add({ file, result: "failed", document_id: id, error: errorMessage ?? "processing failed" });
    }
  }

  /** Deletes a document in the background; `settled` reports its errors. */
  #remove(file: string, id: string): void {
    const { client, signal } = this.#session;
    const removal = client.documents
      .deleteDocument({ collectionName: this.#options.collection, documentId: id }, { signal })
      .then(
        () => this.#ledger.remove(file, id),
        (error: unknown) => {
          if (error instanceof NotFoundError) this.#ledger.remove(file, id);
          else this.#failure ??= { error };
        },
      )
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  /** Deletes documents. Returns the ones that could not be deleted, with the reason. */
  async #delete(documentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { client, signal } = this.#session;
    const request = { collectionName: this.#options.collection, documentIds: [...documentIds] };
    const { errors } = await client.documents.batchDeleteDocuments(request, { signal });
    return new Map(errors.map(({ documentId, error }) => [documentId, error]));
  }
}

/** Returns whether an error is of one file only: a wrong type or size, a conflict, or a file that can't be read. */
const isOfFile = (error: unknown): error is Error =>
  error instanceof QuarryError
    ? ["invalid_argument", "too_large", "conflict"].includes(error.code)
    : error instanceof Error && "syscall" in error;
