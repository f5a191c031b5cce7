import type { Passage } from "@quarry/index";

/** A passage of one document, or of another by `more`. */
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
