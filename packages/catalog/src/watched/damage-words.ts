/** What brings a collection back that has lost a part of itself. */
export const REMEDY =
  "put it back from a backup, or stop the service and run `quarry doctor --repair`, which makes it again; other collections are not touched";

/** What callers and the log are told of a collection's passages. */
export const passagesDamaged = (collection: string, what: string): string =>
  `the passages of the collection "${collection}" ${what}: ${REMEDY}`;

/** The same of its vectors. */
export const vectorsDamaged = (collection: string, what: string): string =>
  `the vectors of the collection "${collection}" ${what}: ${REMEDY}`;

/** A store that was replaced under its name must not look like an empty collection. */
export const vectorsMissing = (
  collection: string,
  { name, plugin }: { readonly name: string; readonly plugin: string },
): string =>
  `the vectors of the collection "${collection}" are not on the vector store "${name}" (${plugin}): ${REMEDY}. If its place in the config was given to another store, put the former one back, add the new one under vectorStores, and move the collection with POST /v1/collections/${collection}/changes`;
