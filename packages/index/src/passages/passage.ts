import type { JsonObject } from "@quarry/plugin/domain";

/** A chunk, or a direct vector's text, as search returns it and as the keyword index knows it. */
export interface Passage {
  /** Unique in its collection; any Unicode text. */
  readonly id: string;
  /** "" for direct vectors. */
  readonly documentId: string;
  /** Number of the document's run that made the passage; 0 for direct vectors. */
  readonly generation: number;
  readonly chunkIndex: number;
  readonly text: string;
  /** Title and heading path: indexed together with the text, never returned as part of it. */
  readonly contextText: string;
  /** All that filters see: the system fields and the upload's own. */
  readonly metadata: JsonObject;
  readonly tokenCount: number;
  /** Packed position of the text on its page, its blocks and its links; absent, or "", where they aren't known. */
  readonly layout?: string | undefined;
  /**
   * Tells its vector from those that earlier writes of this id left. Absent, or "", where its id alone is its vector's.
   * `versionWithoutVector` makes one of a passage that has none.
   */
  readonly vectorVersion?: string | undefined;
}

/** The text that terms are searched in. */
export type PassageText = Pick<Passage, "contextText" | "layout" | "text">;

/** One run of a document; all its passages share the pair. */
export interface DocumentGeneration {
  readonly documentId: string;
  readonly generation: number;
}
