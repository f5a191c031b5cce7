import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { FileStore, FileStoreError, fileKeyOf } from "@quarry/store/files";
import type { DocumentRecord } from "@quarry/store";
import { Data, Effect } from "effect";

/** The original of a document can't be used. The message is for the user who requested the processing. */
export class OriginalDamage extends Data.TaggedError("OriginalDamage")<{
  readonly kind: "missing" | "changed";
  readonly message: string;
}> {}

/**
 * Passes `use` the path of a document's original after verifying that its bytes are those uploaded. A changed file (a
 * disk fault, another process) must not be taken for the document. Costs one additional read of the file.
 */
export const withOriginal = Effect.fnUntraced(function* <A, E, R>(
  document: DocumentRecord,
  use: (path: string) => Effect.Effect<A, E, R>,
) {
  const files = yield* FileStore;
  const key = fileKeyOf(document.collectionId, document.fileId);
  const checked = (path: string) => Effect.andThen(checkBytes(document, path), use(path));
  return yield* files.withLocalPath(key, checked).pipe(
    Effect.catchIf(
      (error): boolean => error instanceof FileStoreError && error.reason === "not_found",
      () => Effect.fail(missing(document)),
    ),
  );
});

const checkBytes = Effect.fnUntraced(function* (document: DocumentRecord, path: string) {
  const { size, sha256 } = yield* Effect.tryPromise({ try: (signal) => digestOf(path, signal), catch: unreadable });
  if (size !== document.fileSize || sha256 !== document.contentHash) return yield* changed(document, size, sha256);
});

/** Bytes hashed before yielding to other work: a fraction of a millisecond. */
const SEGMENT_BYTES = 262_144;

const digestOf = async (path: string, signal: AbortSignal) => {
  const digest = createHash("sha256");
  let size = 0;
  for await (const buffer of createReadStream(path, { highWaterMark: SEGMENT_BYTES, signal })) {
    digest.update(buffer as Uint8Array);
    size += (buffer as Uint8Array).byteLength;
  }
  return { size, sha256: digest.digest("hex") };
};

const unreadable = (cause: unknown): FileStoreError =>
  (cause as NodeJS.ErrnoException | null)?.code === "ENOENT"
    ? new FileStoreError({ reason: "not_found", message: "the file is missing", cause })
    : new FileStoreError({ reason: "unavailable", message: "the original file can't be read at the moment", cause });

const missing = ({ filename }: DocumentRecord): OriginalDamage =>
  new OriginalDamage({
    kind: "missing",
    message: `the original of ${JSON.stringify(filename)} is no longer in the file storage: restore it, or upload the document again`,
  });

const changed = (document: DocumentRecord, size: number, sha256: string): OriginalDamage =>
  new OriginalDamage({
    kind: "changed",
    message: `the original of ${JSON.stringify(document.filename)} is not what was uploaded: content_hash is ${document.contentHash} (${document.fileSize} bytes), the file has ${sha256} (${size} bytes); restore the right file, or upload the document again`,
  });
