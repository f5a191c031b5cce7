import {
  BatchUploadDocumentsResponseSchema,
  type CreateDocumentRequest,
  DocumentSchema,
  type DocumentService,
} from "@quarry/api";
import { givenChunks, givenText, Idempotency, outside, type StagedFile, type Upload, Uploads } from "@quarry/catalog";
import { DomainError, invalidArgument, type JsonObject, limits } from "@quarry/plugin/domain";
import type { DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import type { CallContext, Handlers } from "./handler.ts";
import { answerOnce, fingerprintOf, idempotencyKeyOf } from "./idempotent.ts";
import { toDocument } from "./messages.ts";
import { runEffect, runToEndFor } from "./run-effect.ts";
import { type UploadedFile, type UploadMessage, UploadReader } from "./upload-reader.ts";

type UploadHandlers = Pick<
  Handlers<typeof DocumentService>,
  "uploadDocument" | "createDocument" | "batchUploadDocuments"
>;

/** A file that was not taken in, and why. */
interface RefusedFile {
  readonly filename: string;
  readonly error: string;
}

/** The rpcs that take files in. */
export const makeUploadHandlers: Effect.Effect<UploadHandlers, never, Uploads | Idempotency> = Effect.gen(function* () {
  const uploads = yield* Uploads;
  const idempotency = yield* Idempotency;

  /** Begins an upload, and ends it whatever becomes of it: what isn't recorded by then is gone. */
  const withUpload = async <A>(collectionName: string, take: (upload: Upload) => Promise<A>): Promise<A> => {
    const upload = await runEffect(uploads.begin(collectionName));
    try {
      return await take(upload);
    } finally {
      await runEffect(upload.end);
    }
  };

  const withStream = async <A>(
    requests: AsyncIterable<unknown>,
    context: CallContext,
    take: (upload: Upload, reader: UploadReader) => Promise<A>,
  ): Promise<A> => {
    idempotencyKeyOf(context);
    const { collectionName, reader } = await UploadReader.open(requests as AsyncIterable<UploadMessage>);
    return withUpload(collectionName, (upload) => take(upload, reader));
  };

  /** Makes the document of the only content that was staged. */
  const recordOne = (upload: Upload, staged: StagedFile, metadata: JsonObject, context: CallContext) => {
    const once = {
      idempotency,
      context,
      route: `upload ${upload.collectionId}`,
      fingerprint: () => fingerprintOf([describe(staged), metadata]),
      output: DocumentSchema,
    };
    return runToEndFor(
      context,
      answerOnce(once, (within) =>
        Effect.map(upload.record(metadata, within), ([document]) => toDocument(document as DocumentRecord)),
      ),
    );
  };

  /** One file and its metadata, which may stand before or behind it. */
  const uploadDocument: UploadHandlers["uploadDocument"] = (requests, context) =>
    withStream(requests, context, async (upload, reader) => {
      const file = await reader.nextFile();
      if (file === undefined) throw invalidArgument("file: is required");
      const staged = await runEffect(upload.stage(file));
      if ((await reader.nextFile()) !== undefined) throw invalidArgument("file: must be given once");
      return recordOne(upload, staged, reader.metadata, context);
    });

  const createDocument: UploadHandlers["createDocument"] = async (request, context) => {
    idempotencyKeyOf(context);
    const stage = stagingOf(request);
    checkChunks(request, context);
    return withUpload(request.collectionName, async (upload) =>
      recordOne(upload, await stage(upload), request.metadata ?? {}, context),
    );
  };

  const batchUploadDocuments: UploadHandlers["batchUploadDocuments"] = (requests, context) =>
    withStream(requests, context, async (upload, reader) => {
      const taken = await stageAll(upload, reader);
      const { metadata } = reader;
      const errors = taken.filter(isRefused);
      const once = {
        idempotency,
        context,
        route: `batch upload ${upload.collectionId}`,
        fingerprint: () => fingerprintOf([taken.map(describe), metadata]),
        output: BatchUploadDocumentsResponseSchema,
      };
      return runToEndFor(
        context,
        answerOnce(once, (within) =>
          Effect.map(upload.record(metadata, within), (documents) => ({
            documents: documents.map(toDocument),
            errors,
            total: documents.length,
          })),
        ),
      );
    });

  return { uploadDocument, createDocument, batchUploadDocuments };
});

/** Each chunk has the document's metadata, and its own laid over: all of them have to lie within the caller's boundary. */
const checkChunks = ({ chunks, metadata }: CreateDocumentRequest, { principal }: CallContext): void => {
  const { boundary } = principal ?? {};
  if (boundary === undefined) return;
  for (const [place, chunk] of chunks.entries()) {
    if (chunk.metadata === undefined || boundary.matches({ ...metadata, ...chunk.metadata })) continue;
    throw outside(`chunks[${place}].metadata`);
  }
};

/** How what was given is staged. Throws unless it is exactly one thing. */
const stagingOf = ({ text, chunks, url, filename }: CreateDocumentRequest) => {
  const given = Object.entries({ text, chunks: chunks.length === 0 ? undefined : chunks, url })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (given.length !== 1) {
    const got = given.length === 0 ? "none" : given.join(", ");
    throw invalidArgument(`text, chunks, url: must have one of them, got ${got}`);
  }
  if (url !== undefined) return (upload: Upload) => runEffect(upload.stagePage(url, filename));
  const content = text === undefined ? givenChunks(chunks, filename) : givenText(text, filename);
  return (upload: Upload) => runEffect(upload.stage(content));
};

/** Reads all files of a form, the bad ones to their end. */
const stageAll = async (upload: Upload, reader: UploadReader): Promise<readonly (StagedFile | RefusedFile)[]> => {
  const taken: (StagedFile | RefusedFile)[] = [];
  for (let file = await reader.nextFile(); file !== undefined; file = await reader.nextFile()) {
    if (taken.length === limits.MAX_BATCH_DOCUMENTS) throw tooManyFiles();
    taken.push(await stageOrRefuse(upload, reader, file));
    await reader.skipFile();
  }
  if (taken.length === 0) throw invalidArgument("files: must have 1 to 100 files, got 0");
  if (taken.every(isRefused)) throw noneAccepted(taken);
  return taken;
};

/** Stages a file, or says why it can't be taken in. What is wrong with the service fails the whole request. */
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

/** What a file itself can be guilty of. */
const REFUSALS: ReadonlySet<DomainError["code"]> = new Set(["invalid_argument", "too_large"]);

const isRefused = (file: StagedFile | RefusedFile): file is RefusedFile => "error" in file;

/** What makes two uploads the same: name and content, or what was wrong. */
const describe = (file: StagedFile | RefusedFile): readonly string[] => [
  file.filename,
  isRefused(file) ? file.error : (file.sourceUrl ?? file.sha256),
];

const tooManyFiles = (): DomainError =>
  invalidArgument(`files: must have 1 to ${limits.MAX_BATCH_DOCUMENTS} files, got more`);

/** Reasons that are told when no file could be accepted; the rest is alike. */
const REASONS_TOLD = 3;

const noneAccepted = (refused: readonly RefusedFile[]): DomainError => {
  const reasons = refused.slice(0, REASONS_TOLD).map(({ filename, error }) => `${filename}: ${error}`);
  const rest = refused.length - reasons.length;
  return invalidArgument(`files: none can be accepted (${reasons.join("; ")}${rest > 0 ? `; and ${rest} more` : ""})`);
};
