import { objectOf } from "../../ui/json-object.ts";
import type { StoredVector, VectorEntry } from "./use-vectors.ts";

export type VectorSource = "embed" | "own" | "none";

/** Form values of an entry. */
export interface VectorForm {
  readonly id: string;
  readonly text: string;
  readonly source: VectorSource;
  /** JSON of a vector supplied by the caller. */
  readonly embedding: string;
  /** JSON; empty for an empty object. */
  readonly metadata: string;
}

/** Returns the form values of an entry. `hasModel` is whether the service can embed the text. */
export const formOf = (entry: StoredVector | undefined, hasModel: boolean): VectorForm => ({
  id: entry?.id ?? "",
  text: entry?.text ?? "",
  source: entry?.has_embedding === false ? "none" : hasModel ? "embed" : "own",
  embedding: "",
  metadata: entry?.metadata === undefined ? "" : JSON.stringify(entry.metadata, undefined, 2),
});

/** Parses typed numbers. Returns undefined unless there are exactly `dimension` numbers. */
export const numbersOf = (text: string, dimension: number): number[] | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value) || value.length !== dimension) return undefined;
    return value.every((item) => typeof item === "number") ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the entry to write, or undefined if a value is missing or invalid. */
export const entryOf = (form: VectorForm, dimension: number): VectorEntry | undefined => {
  const { id, text, source } = form;
  const metadata = objectOf(form.metadata);
  const embedding = source === "own" ? numbersOf(form.embedding, dimension) : undefined;
  const isMissing = source === "own" ? embedding === undefined : text.trim() === "";
  if (id === "" || metadata === undefined || isMissing) return undefined;
  return { id, text, metadata, ...(embedding === undefined ? { embed: source === "embed" } : { embedding }) };
};
