import type { JsonObject } from "@quarry/plugin/domain";

/** A chunk, or the text of a direct vector, as returned by search and indexed for keywords. */
export interface Passage {
  /** Unique id in the collection; any Unicode text. */
  readonly id: string;
  /** Id of the document; "" for direct vectors. */
  readonly documentId: string;
  /** Number of the document's run that made the passage; 0 for direct vectors. */
  readonly generation: number;
  readonly chunkIndex: number;
  readonly text: string;
  /** Title and heading path: indexed together with the text, but never returned as part of it. */
  readonly contextText: string;
  /** All metadata visible to filters: the system fields and those of the upload. */
  readonly metadata: JsonObject;
  readonly tokenCount: number;
  /** Packed position of the text on its page, its blocks and its links; absent or "" if unknown. */
  readonly layout?: string | undefined;
  /**
   * Distinguishes the current vector from those that earlier writes of this id left. Absent or "" if the vector has the
   * passage's id alone. `versionWithoutVector` returns the version of a passage without a vector.
   */
  readonly vectorVersion?: string | undefined;
}

/** Text that is searched for terms. */
export type PassageText = Pick<Passage, "contextText" | "layout" | "text">;

/** One run of a document. All passages of the run have this pair. */
export interface DocumentGeneration {
  readonly documentId: string;
  readonly generation: number;
}
