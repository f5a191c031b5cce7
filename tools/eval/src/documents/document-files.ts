import type { Hit } from "../api.ts";
import type { NamedFile } from "../with-collection.ts";
import type { JudgedDocument, JudgedSet } from "./judged-set.ts";

/** A text file of each document, named by its place in the set. */
export const filesOf = ({ documents }: JudgedSet): readonly NamedFile[] =>
  documents.map((document, place) => ({ name: `${place}.txt`, bytes: textOf(document) }));

/** The document that a hit is of, whatever the extension of its file; none where the file is not of the set. */
export const documentOf = ({ metadata }: Hit, { documents }: JudgedSet): JudgedDocument | undefined =>
  documents[Number.parseInt(metadata.filename, 10)];

/** Documents in the order of their best passages; files that are not of the set are left out. */
export const documentsOf = (hits: readonly Hit[], set: JudgedSet): readonly string[] => [
  ...new Set(hits.flatMap((hit) => documentOf(hit, set)?.id ?? [])),
];

/** What a collection's name may begin with. */
export const nameOf = ({ name }: JudgedSet): string => name.replaceAll(/[^a-z0-9]+/gi, "_").toLowerCase();

/** Some texts begin with their title already. */
const textOf = ({ title, text }: JudgedDocument): string =>
  title === "" || text.startsWith(title) ? text : `${title}\n\n${text}`;
