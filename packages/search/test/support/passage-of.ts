import type { Passage } from "@quarry/index";

/** Returns a passage of one document, or of another if `more` says so. */
export const passageOf = (number: number, text: string, more: Partial<Passage> = {}): Passage => ({
  id: `chunk-${number}`,
  documentId: "handbook",
  generation: 1,
  chunkIndex: number,
  text,
  contextText: "",
  metadata: { document_id: "handbook", filename: "handbook.md", chunk_index: number, page: null },
  tokenCount: 3,
  ...more,
});
