import {
  BatchUploadDocumentsResponseSchema,
  type CreateDocumentRequest,
  DocumentSchema,
  type DocumentService,
  OnDuplicate,
} from "@quarry/api";
import {
  type Admission,
  type FileOptions,
  givenChunks,
  givenText,
  Idempotency,
  outside,
  type RecordedFile,
  type StagedFile,
  type Upload,
  Uploads,
} from "@quarry/catalog";
import { DomainError, invalidArgument, limits } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { contractEnum } from "./contract-enum.ts";
import type { CallContext, Handlers } from "./handler.ts";
import { answerIdempotently, fingerprintOf, idempotencyKeyOf } from "./idempotent.ts";
import { ifMatchOf } from "./if-match.ts";
import { fromOnConflict, fromTimestamp, toDocument } from "./messages.ts";
import { runEffect, runToEndFor } from "./run-effect.ts";
import { type UploadOptions, type UploadedFile, type UploadMessage, UploadReader } from "./upload-reader.ts";

type UploadHandlers = Pick<
  Handlers<typeof DocumentService>,
  "uploadDocument" | "createDocument" | "batchUploadDocuments"
>;

/** Rejected file and the reason. */
interface RefusedFile {
  readonly filename: string;
  readonly error: string;
}

/** Creates the rpcs that accept files. */
export const makeUploadHandlers: Effect.Effect<UploadHandlers, never, Uploads | Idempotency> = Effect.gen(function* () {
  const uploads = yield* Uploads;
  const idempotency = yield* Idempotency;

  /** Begins an upload and ends it whatever the outcome: files that are not recorded by then are deleted. */
  const withUpload = async <A>(collectionName: string, use: (upload: Upload) => Promise<A>): Promise<A> => {
    const upload = await runEffect(uploads.begin(collectionName));
    try {
      return await use(upload);
    } finally {
      await runEffect(upload.end);
    }
  };

  const withStream = async <A>(
    requests: AsyncIterable<UploadMessage>,
    context: CallContext,
    use: (upload: Upload, reader: UploadReader) => Promise<A>,
  ): Promise<A> => {
    idempotencyKeyOf(context);
    const { collectionName, reader } = await UploadReader.open(requests);
    return withUpload(collectionName, (upload) => use(upload, reader));
  };

  /** Creates the document of the only staged content. */
  const recordOne = (upload: Upload, staged: StagedFile, statements: UploadOptions, context: CallContext) => {
    const admission = admissionOf(statements, ifMatchOf(context));
    const options = fileOptionsOf(statements.externalId);
    const once = {
      idempotency,
      context,
      route: `upload ${upload.collectionId}`,
      fingerprint: () => fingerprintOf([describe(staged), { ...options, ...admission }]),
      output: DocumentSchema,
    };
    return runToEndFor(
      context,
      answerIdempotently(once, (within) =>
        Effect.flatMap(
          upload.record(admission, () => options, within),
          ([recorded]) => {
            if (recorded!.outcome === "refused") return Effect.fail(recorded!.problem);
            reportOutcome(context, recorded!);
            return Effect.succeed(toDocument(recorded!.document));
          },
        ),
      ),
    );
  };

  /** Uploads one file; its options can come before or after it. */
  const uploadDocument: UploadHandlers["uploadDocument"] = (requests, context) =>
    withStream(requests, context, async (upload, reader) => {
      const file = await reader.nextFile();
      if (file === undefined) throw invalidArgument("file: is required");
      const staged = await runEffect(upload.stage(file));
      if ((await reader.nextFile()) !== undefined) throw invalidArgument("file: must be given once");
      return recordOne(upload, staged, reader.statements, context);
    });

  const createDocument: UploadHandlers["createDocument"] = async (request, context) => {
    idempotencyKeyOf(context);
    const stage = stagingOf(request);
    checkChunks(request, context);
    return withUpload(request.collectionName, async (upload) =>
      recordOne(upload, await stage(upload), request, context),
    );
  };

  const batchUploadDocuments: UploadHandlers["batchUploadDocuments"] = (requests, context) =>
    withStream(requests, context, async (upload, reader) => {
      const received = await stageAll(upload, reader);
      const externalIds = reader.statements.externalIds?.externalIds;
      if (externalIds !== undefined && externalIds.length !== received.length) {
        throw invalidArgument(
          `external_ids: must have one id for each of ${received.length} files, got ${externalIds.length}`,
        );
      }
      const admission = admissionOf(reader.statements, undefined);
      const once = {
        idempotency,
        context,
        route: `batch upload ${upload.collectionId}`,
        fingerprint: () => fingerprintOf([received.map(describe), { externalIds, ...admission }]),
        output: BatchUploadDocumentsResponseSchema,
      };
      const optionsOfFile = (file: StagedFile) => fileOptionsOf(externalIds?.[received.indexOf(file)] || undefined);
      return runToEndFor(
        context,
        answerIdempotently(once, (within) =>
          Effect.map(upload.record(admission, optionsOfFile, within), (recorded) => batchAnswer(received, recorded)),
        ),
      );
    });

  return { uploadDocument, createDocument, batchUploadDocuments };
});

/** Converts the API's options of an upload into the catalog's. */
const admissionOf = (
  { metadata, onConflict, onDuplicate, expiresAt, ifUpdatedAt }: UploadOptions,
  ifMatch: string | undefined,
): Admission => ({
  metadata,
  onConflict: fromOnConflict(onConflict),
  onDuplicate: fromOnDuplicate(onDuplicate),
  expiresAt: expiresAt && fromTimestamp(expiresAt),
  ifUpdatedAt: ifUpdatedAt === undefined ? ifMatch : fromTimestamp(ifUpdatedAt),
});

const fromOnDuplicate = contractEnum(OnDuplicate).nameOf;

/** Header with the outcome for a file that did not become a new document; the status is then not "created". */
const OUTCOME_HEADER = "x-document-outcome";

const reportOutcome = (context: CallContext, { outcome }: RecordedFile): void => {
  if (outcome === "created") return;
  context.responseHeaders.set(OUTCOME_HEADER, outcome);
  context.status = 200;
};

/**
 * Builds the answer in the order of the files. Files that can't be stored, and files in conflict with another document,
 * are listed as errors.
 */
const batchAnswer = (received: readonly (StagedFile | RefusedFile)[], recorded: readonly RecordedFile[]) => {
  const ofStaged = recorded.values();
  const errors: RefusedFile[] = [];
  const documents: DocumentRecord[] = [];
  for (const file of received) {
    const became = isRefused(file) ? undefined : ofStaged.next().value;
    if (isRefused(file)) errors.push(file);
    else if (became?.outcome === "refused") errors.push({ filename: file.filename, error: became.problem.message });
    else documents.push(became!.document);
  }
  return { documents: documents.map(toDocument), errors, total: documents.length };
};

const fileOptionsOf = (externalId: string | undefined): FileOptions => (externalId === undefined ? {} : { externalId });

/**
 * Checks each chunk against the caller's access filter. A chunk's metadata is the document's, overridden by its own.
 */
const checkChunks = ({ chunks, metadata }: CreateDocumentRequest, { principal }: CallContext): void => {
  const { accessFilter } = principal ?? {};
  if (accessFilter === undefined) return;
  for (const [index, chunk] of chunks.entries()) {
    if (chunk.metadata === undefined || accessFilter.matches({ ...metadata, ...chunk.metadata })) continue;
    throw outside(`chunks[${index}].metadata`);
  }
};

/** Returns how to stage the request's text, chunks or URL. Throws unless it has exactly one of them. */
const stagingOf = ({ text, chunks, url, filename }: CreateDocumentRequest) => {
  const input = Object.entries({ text, chunks: chunks.length === 0 ? undefined : chunks, url })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (input.length !== 1) {
    const got = input.length === 0 ? "none" : input.join(", ");
    throw invalidArgument(`text, chunks, url: must have one of them, got ${got}`);
  }
  if (url !== undefined) return (upload: Upload) => runEffect(upload.stagePage(url, filename));
  const content = text === undefined ? givenChunks(chunks, filename) : givenText(text, filename);
  return (upload: Upload) => runEffect(upload.stage(content));
};

/** Stages all files of a form; rejected files are read to their end. */
const stageAll = async (upload: Upload, reader: UploadReader): Promise<readonly (StagedFile | RefusedFile)[]> => {
  const received: (StagedFile | RefusedFile)[] = [];
  for (let file = await reader.nextFile(); file !== undefined; file = await reader.nextFile()) {
    if (received.length === limits.MAX_BATCH_DOCUMENTS) throw tooManyFiles();
    received.push(await stageOrRefuse(upload, reader, file));
    await reader.skipFile();
  }
  if (received.length === 0) throw invalidArgument(`files: must have 1 to ${limits.MAX_BATCH_DOCUMENTS} files, got 0`);
  if (received.every(isRefused)) throw noneAccepted(received);
  return received;
};

/** Stages a file, or returns the reason why it is rejected. A fault of the service fails the whole request. */
const stageOrRefuse = async (
  upload: Upload,
  reader: UploadReader,
  file: UploadedFile,
): Promise<StagedFile | RefusedFile> => {
  try {
    return await runEffect(upload.stage(file));
  } catch (error) {
    if (reader.failure !== undefined || !(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
    return { filename: file.filename, error: error.message };
  }
};

/** Error codes that concern one file and reject only that file. */
const REFUSALS: ReadonlySet<DomainError["code"]> = new Set(["invalid_argument", "too_large"]);

const isRefused = (file: StagedFile | RefusedFile): file is RefusedFile => "error" in file;

/** Returns the fingerprint of a file, equal for equal uploads: its name and content, or the reason of its rejection. */
const describe = (file: StagedFile | RefusedFile): readonly string[] => [
  file.filename,
  isRefused(file) ? file.error : (file.sourceUrl ?? file.sha256),
];

const tooManyFiles = (): DomainError =>
  invalidArgument(`files: must have 1 to ${limits.MAX_BATCH_DOCUMENTS} files, got more`);

/** Maximum number of reasons listed when no file was accepted; the others are similar. */
const MAX_REPORTED_REASONS = 3;

const noneAccepted = (refused: readonly RefusedFile[]): DomainError => {
  const reasons = refused.slice(0, MAX_REPORTED_REASONS).map(({ filename, error }) => `${filename}: ${error}`);
  const rest = refused.length - reasons.length;
  return invalidArgument(`files: none can be accepted (${reasons.join("; ")}${rest > 0 ? `; and ${rest} more` : ""})`);
};
