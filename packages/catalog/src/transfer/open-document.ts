import type { DomainError } from "@quarry/plugin/domain";
import type { DocumentInfo } from "@quarry/store";
import type { ArchivedDocument, ArchivedPassage } from "./archive-format.ts";
import { broken } from "./tar-reader.ts";

/** A document whose record has not arrived yet. */
export interface OpenDocument {
  readonly id: string;
  readonly chunks: number;
  readonly tokens: number;
  /** Number of chunks without a vector, which only keyword search finds. */
  readonly withoutVectors: number;
  readonly lastIndex: number;
  readonly file: { readonly size: number; readonly sha256: string } | undefined;
}

export const isEmbedded = ({ embedded }: ArchivedPassage): boolean => embedded !== false;

export const runOf = ({ chunks, tokens }: OpenDocument) => ({ chunkCount: chunks, tokenCount: tokens });

/** Adds a warning to the document's info with the reason why its original is missing. */
export const withWarning = (
  info: DocumentInfo | null,
  original: "missing" | "changed" | undefined,
): DocumentInfo | null => {
  if (original === undefined) return info;
  const problem = original === "missing" ? "was missing" : "differed from the upload";
  return { ...info, warnings: [...(info?.warnings ?? []), `The original ${problem} at the export.`] };
};

export const notWhole = ({ id }: OpenDocument): DomainError => broken(`document ${id} has no record`);

export const checkDocument = (
  record: Exclude<ArchivedDocument, { readonly withdrawn: true }>,
  { id, file, chunks, tokens }: OpenDocument,
): void => {
  if (record.original === undefined && file === undefined) throw broken(`document ${id} has no file`);
  if (record.original === undefined && (file!.size !== record.file_size || file!.sha256 !== record.sha256)) {
    throw broken(`the file of document ${id} is not the one that its record describes`);
  }
  if (chunks !== record.chunk_count || tokens !== record.token_count) {
    throw broken(
      `document ${id} has ${chunks} chunks of ${tokens} tokens, and its record says ${record.chunk_count} of ${record.token_count}`,
    );
  }
  if (record.ready !== chunks > 0) throw broken(`document ${id} must be ready exactly when it has chunks`);
};
