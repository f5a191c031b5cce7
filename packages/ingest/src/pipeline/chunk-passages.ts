import type { Passage } from "@quarry/index";
import { chunkId } from "@quarry/plugin/domain";

import { documentMetadata, type DocumentRecord } from "@quarry/store";
import type { ChunkBatch } from "../parse/parse-protocol.ts";
import { chunkMetadata } from "./chunk-metadata.ts";

/** Returns the chunks of the document's current run as they are stored. */
export const chunkPassages = (document: DocumentRecord, { chunks, info }: ChunkBatch): readonly Passage[] => {
  const { id: documentId, generation } = document;
  const shared = documentMetadata(document, info);
  return chunks.map((chunk) => ({
    id: chunkId(documentId, generation, chunk.chunkIndex),
    documentId,
    generation,
    chunkIndex: chunk.chunkIndex,
    text: chunk.text,
    contextText: chunk.contextText,
    metadata: chunkMetadata(shared, chunk, document),
    tokenCount: chunk.tokenCount,
    layout: chunk.layout,
  }));
};
