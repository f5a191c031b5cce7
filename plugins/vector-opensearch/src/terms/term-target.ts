import type { DocumentsTarget } from "../target.ts";

/** A collection of terms, in the index of all terms. */
export interface TermTarget extends DocumentsTarget {
  /** Prefix of the collection's terms and keys. */
  readonly prefix: string;
}

export const documentKey = ({ prefix }: TermTarget, key: string): string => prefix + key;
