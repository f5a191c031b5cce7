import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { StoredVector, VectorEntry } from "@quarry/client/types";

type Metadata = StoredVector["metadata"];

/** An entry without a vector. Metadata becomes JSON, as in other stores: a Date is its ISO 8601 text, undefined is left out. */
export const entryOf = ({ pageContent, metadata }: DocumentInterface, id: string): VectorEntry => ({
  id,
  text: pageContent,
  metadata: JSON.parse(JSON.stringify(metadata ?? {})) as Metadata,
});

/** The document of a result or an entry; `more` is added to its metadata. */
export const documentOf = ({ id, text, metadata }: Pick<StoredVector, "id" | "text" | "metadata">, more?: object) =>
  new Document({ id, pageContent: text, metadata: { ...metadata, ...more } });
