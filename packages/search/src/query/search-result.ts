import type { Passage } from "@quarry/index";
import { citationOf } from "../citation.ts";
import { linksOf } from "../passage-links.ts";
import { shownMetadata } from "../shown-metadata.ts";
import type { RerankedHit } from "./hit.ts";
import type { ScoreParts, SearchRequest, SearchResult } from "./search-request.ts";

/** Converts a hit to a result. */
export const toResult = (
  hit: RerankedHit,
  { explain, citations }: Pick<SearchRequest, "explain" | "citations">,
  vector: Float32Array | undefined,
): SearchResult => {
  const { passage } = hit;
  return {
    id: passage.id,
    text: passage.text,
    score: hit.score,
    documentId: documentIdOf(passage),
    chunkIndex: chunkIndexOf(hit),
    generation: passage.generation,
    // Getters: large metadata is converted only when the result is written out.
    get metadata() {
      return shownMetadata(passage);
    },
    get citation() {
      return citations === true ? citationOf(passage) : undefined;
    },
    get links() {
      return linksOf(passage);
    },
    ...(vector !== undefined && { vector }),
    ...(explain && { parts: partsOf(hit) }),
  };
};

const partsOf = ({ id: _id, score: _score, passage: _passage, ...parts }: RerankedHit): ScoreParts => parts;

// A direct vector belongs to no document; it may claim one in its metadata.
export const documentIdOf = (passage: Passage): string => {
  if (passage.documentId !== "") return passage.documentId;
  const claimed = Object.hasOwn(passage.metadata, "document_id") ? passage.metadata["document_id"] : undefined;
  return typeof claimed === "string" ? claimed : "";
};

const chunkIndexOf = ({ passage }: RerankedHit): number => {
  if (passage.documentId !== "") return passage.chunkIndex;
  const claimed = Object.hasOwn(passage.metadata, "chunk_index") ? passage.metadata["chunk_index"] : undefined;
  return typeof claimed === "number" && Number.isSafeInteger(claimed) ? claimed : 0;
};
