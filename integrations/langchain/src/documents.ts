import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { StoredVector, VectorEntry } from "@quarry/client/types";

type Metadata = StoredVector["metadata"];

/**
 * Returns an entry without a vector. Metadata becomes JSON, as in other stores: a Date is converted to ISO 8601,
 * undefined is omitted.
 */
export const entryOf = ({ pageContent, metadata }: DocumentInterface, id: string): VectorEntry => ({
  id,
  text: pageContent,
  metadata: JSON.parse(JSON.stringify(metadata ?? {})) as Metadata,
});

/** Returns the document of a result or an entry; `more` is added to its metadata. */
export const documentOf = ({ id, text, metadata }: Pick<StoredVector, "id" | "text" | "metadata">, more?: object) =>
  new Document({ id, pageContent: text, metadata: { ...metadata, ...more } });
