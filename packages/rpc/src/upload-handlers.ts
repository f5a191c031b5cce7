import { BatchUploadDocumentsResponseSchema, type DocumentService, DocumentSchema } from "@quarry/api";
import { Idempotency, type StagedFile, Uploads } from "@quarry/catalog";
import { DomainError, invalidArgument, limits } from "@quarry/domain";
import { Effect } from "effect";
import type { CallContext, Handlers } from "./handler.ts";
import { answerOnce, fingerprintOf, idempotencyKeyOf } from "./idempotent.ts";
import { toDocument } from "./messages.ts";
import { runEffect } from "./run-effect.ts";
import { type UploadedFile, type UploadMessage, UploadReader } from "./upload-reader.ts";

type UploadHandlers = Pick<Handlers<typeof DocumentService>, "uploadDocument" | "batchUploadDocuments">;

/** A file that was not taken in, and why. */
interface RefusedFile {
  readonly filename: string;
  readonly error: string;
}

/** The rpcs that take files in. */
export const makeUploadHandlers: Effect.Effect<UploadHandlers, never, Uploads | Idempotency> = Effect.gen(function* () {
  const uploads = yield* Uploads;
  const idempotency = yield* Idempotency;

  const discard = (staged: readonly StagedFile[]) =>
    runEffect(Effect.forEach(staged, (file) => Effect.ignore(uploads.discard(file)), { discard: true }));

  /** Whatever fails, nothing stays of files that no record names. */
  const keepOrDiscard = async <A>(staged: readonly StagedFile[], work: () => Promise<A>): Promise<A> => {
    try {
      return await work();
    } catch (error) {
      if (!mayBeRecorded(error)) await discard(staged);
      throw error;
    }
  };

  /** One file and its metadata, which may stand before or behind it. */
  const uploadDocument = async (messages: AsyncIterable<UploadMessage>, context: CallContext) => {
    idempotencyKeyOf(context);
    const { collectionName, reader } = await UploadReader.open(messages);
    const collection = await runEffect(uploads.collection(collectionName));
    const file = await reader.nextFile();
    if (file === undefined) throw invalidArgument("file: is required");
    const staged = await runEffect(uploads.stage(collection, file.filename, file.bytes));
    return keepOrDiscard([staged], async () => {
      if ((await reader.nextFile()) !== undefined) throw invalidArgument("file: must be given once");
      const { metadata } = reader;
      const fingerprint = () => fingerprintOf([describe(staged), metadata]);
      const route = `upload ${collection.id}`;
      const { answer, isRepeated } = await runEffect(
        answerOnce({ idempotency, context, route, fingerprint, output: DocumentSchema }, (within) =>
          Effect.map(uploads.accept(staged, metadata, within), toDocument),
        ),
      );
      if (isRepeated) await discard([staged]);
      return answer;
    });
  };

  /** Stages a file, or says why it can't be taken in. What is wrong with the service fails the whole request. */
  const stageOrRefuse = async (
    collection: StagedFile["collection"],
    reader: UploadReader,
    file: UploadedFile,
  ): Promise<StagedFile | RefusedFile> => {
    try {
      return await runEffect(uploads.stage(collection, file.filename, file.bytes));
    } catch (error) {
      if (reader.failure !== undefined || !(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
      return { filename: file.filename, error: error.message };
    }
  };

  /** Reads all files of a form, the bad ones to their end. */
  const stageAll = async (
    collection: StagedFile["collection"],
    reader: UploadReader,
    taken: (StagedFile | RefusedFile)[],
  ): Promise<void> => {
    for (let file = await reader.nextFile(); file !== undefined; file = await reader.nextFile()) {
      if (taken.length === limits.MAX_BATCH_DOCUMENTS) throw tooManyFiles();
      taken.push(await stageOrRefuse(collection, reader, file));
      await reader.skipFile();
    }
    if (taken.length === 0) throw invalidArgument("files: must have 1 to 100 files, got 0");
    if (!taken.some(isStaged)) throw noneAccepted(taken.filter(isRefused));
  };

  const batchUploadDocuments = async (messages: AsyncIterable<UploadMessage>, context: CallContext) => {
    idempotencyKeyOf(context);
    const { collectionName, reader } = await UploadReader.open(messages);
    const collection = await runEffect(uploads.collection(collectionName));
    const taken: (StagedFile | RefusedFile)[] = [];
    const staged = () => taken.filter(isStaged);
    let isRecording = false;
    try {
      await stageAll(collection, reader, taken);
      const { metadata } = reader;
      const errors = taken.filter(isRefused);
      const fingerprint = () => fingerprintOf([taken.map(describe), metadata]);
      const route = `batch upload ${collection.id}`;
      isRecording = true;
      const { answer, isRepeated } = await runEffect(
        answerOnce({ idempotency, context, route, fingerprint, output: BatchUploadDocumentsResponseSchema }, (within) =>
          Effect.map(uploads.acceptAll(staged(), metadata, within), (documents) => ({
            documents: documents.map(toDocument),
            errors,
            total: documents.length,
          })),
        ),
      );
      if (isRepeated) await discard(staged());
      return answer;
    } catch (error) {
      if (!isRecording || !mayBeRecorded(error)) await discard(staged());
      throw error;
    }
  };

  return {
    uploadDocument: (requests, context) => uploadDocument(requests as AsyncIterable<UploadMessage>, context),
    batchUploadDocuments: (requests, context) =>
      batchUploadDocuments(requests as AsyncIterable<UploadMessage>, context),
  };
});

/**
 * The database went away while the record was written, so that it may be there: its file must stay. If it is not, the next
 * start sweeps the file.
 */
const mayBeRecorded = (error: unknown): boolean => error instanceof DomainError && error.code === "unavailable";

/** What a file itself can be guilty of. */
const REFUSALS: ReadonlySet<DomainError["code"]> = new Set(["invalid_argument", "too_large"]);

const isRefused = (file: StagedFile | RefusedFile): file is RefusedFile => !isStaged(file);

const isStaged = (file: StagedFile | RefusedFile): file is StagedFile => "documentId" in file;

/** What makes two uploads the same: name and content, or what was wrong. */
const describe = (file: StagedFile | RefusedFile): readonly string[] =>
  isStaged(file) ? [file.filename, file.sha256] : [file.filename, file.error];

const tooManyFiles = (): DomainError =>
  invalidArgument(`files: must have 1 to ${limits.MAX_BATCH_DOCUMENTS} files, got more`);

/** Reasons that are told when no file could be accepted; the rest is alike. */
const REASONS_TOLD = 3;

const noneAccepted = (refused: readonly RefusedFile[]): DomainError => {
  const reasons = refused.slice(0, REASONS_TOLD).map(({ filename, error }) => `${filename}: ${error}`);
  const rest = refused.length - reasons.length;
  return invalidArgument(`files: none can be accepted (${reasons.join("; ")}${rest > 0 ? `; and ${rest} more` : ""})`);
};
