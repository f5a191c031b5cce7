import { Plugins } from "@quarry/host";
import { describeValue, GIVEN_CHUNKS_TYPE, supportedFileTypesText, UNKNOWN_FILE_TYPE } from "@quarry/plugin/domain";
import type { CollectionRecord, DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { forEachOf } from "../parse/iterate.ts";
import { ParseFailure } from "../parse/parse-failure.ts";
import { ParsePool } from "../parse/parse-pool.ts";
import type { ParseEvent, ParseTask, WantedAttachments } from "../parse/parse-protocol.ts";
import { chunkBounds } from "./chunk-bounds.ts";
import { withOriginal } from "./original.ts";

/**
 * Parses a document's original and emits its chunks by the collection's settings, batch by batch, with the requested
 * attachments.
 */
export const readChunks = Effect.fnUntraced(function* <E, R>(
  document: DocumentRecord,
  collection: CollectionRecord,
  attachments: WantedAttachments,
  take: (event: ParseEvent) => Effect.Effect<void, E, R>,
) {
  const pool = yield* ParsePool;
  const parser = yield* parserFor(document);
  const { chunking } = document;
  const own = chunking === null ? {} : { chunkSize: chunking.size, chunkOverlap: chunking.overlap };
  const bounds = chunkBounds({ ...collection, ...own }, yield* Plugins);
  const chunkStrategy = collection.chunkStrategy ?? undefined;
  yield* withOriginal(document, (path) =>
    forEachOf(
      (signal) =>
        pool.parse({ source: sourceOf(document, path), parser, ...bounds, chunkStrategy, attachments }, signal),
      asParseFailure,
      take,
    ),
  );
});

/** The worker itself reads uploaded chunks. */
const UPLOADED_CHUNKS_PARSER: ParseTask["parser"] = {
  plugin: "chunks",
  moduleUrl: "",
  settings: {},
  isolation: "thread",
};

const parserFor = Effect.fnUntraced(function* ({ fileType, filename }: DocumentRecord) {
  if (fileType === GIVEN_CHUNKS_TYPE) return UPLOADED_CHUNKS_PARSER;
  const { parsers } = yield* Plugins;
  const parser = parsers.get(fileType);
  if (parser !== undefined) return parser;
  if (fileType === UNKNOWN_FILE_TYPE)
    return yield* new ParseFailure({ reason: "wrong_type", message: ofUnknownType(filename) });
  const message = `no parser is configured for .${fileType} files: add parsers.${fileType} to the config`;
  return yield* new ParseFailure({ reason: "wrong_type", message });
});

const ofUnknownType = (filename: string): string =>
  `the type of ${describeValue(filename)} is not supported: it must be one of ${supportedFileTypesText()}`;

const sourceOf = (document: DocumentRecord, path: string): ParseTask["source"] => ({
  path,
  size: document.fileSize,
  filename: document.filename,
  fileType: document.fileType,
});

const asParseFailure = (error: unknown): ParseFailure =>
  error instanceof ParseFailure
    ? error
    : new ParseFailure({ reason: "crash", message: "reading the file ended unexpectedly", detail: String(error) });
