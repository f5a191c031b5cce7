import { chunkId } from "@quarry/domain";
import { PassageIndex } from "@quarry/search";
import type { CollectionRecord, DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import type { ChunkBatch, ContextualChunk } from "../parse/parse-protocol.ts";
import { chunkMetadata, documentMetadata } from "./chunk-metadata.ts";
import type { RecordToEmbed } from "./run-places.ts";
import { textToEmbed } from "./text-to-embed.ts";

/** A chunk with what it is stored under. */
export interface ChunkEntry {
  readonly chunk: ContextualChunk;
  readonly id: string;
  readonly metadata: ReturnType<typeof chunkMetadata>;
}

export const chunkEntries = (document: DocumentRecord, { chunks, info }: ChunkBatch): readonly ChunkEntry[] => {
  const shared = documentMetadata(document, info);
  return chunks.map((chunk) => ({
    chunk,
    id: chunkId(document.id, document.generation, chunk.chunkIndex),
    metadata: chunkMetadata(shared, chunk),
  }));
};

export const putPassages = Effect.fnUntraced(function* (
  document: DocumentRecord,
  collection: CollectionRecord,
  entries: readonly ChunkEntry[],
) {
  const passages = yield* PassageIndex;
  yield* passages.put(
    collection.id,
    entries.map(({ chunk, id, metadata }) => ({
      id,
      documentId: document.id,
      generation: document.generation,
      chunkIndex: chunk.chunkIndex,
      text: chunk.text,
      contextText: chunk.contextText,
      metadata,
      tokenCount: chunk.tokenCount,
    })),
  );
});

export const toEmbed = ({ chunk, id, metadata }: ChunkEntry): RecordToEmbed => ({
  record: { id, metadata, text: chunk.text },
  text: textToEmbed(chunk),
});
