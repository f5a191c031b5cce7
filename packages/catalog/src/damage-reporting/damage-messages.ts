/** Repair instructions for a collection with a damaged or missing part. */
export const REMEDY =
  "restore it from a backup, or stop the service and rebuild it with `quarry doctor --repair`; other collections are not affected";

/** Message for callers and the log about a collection's damaged passages. */
export const passagesDamaged = (collection: string, problem: string): string =>
  `the passages of the collection "${collection}" ${problem}: ${REMEDY}`;

/** Message for callers and the log about a collection's damaged vectors. */
export const vectorsDamaged = (collection: string, problem: string): string =>
  `the vectors of the collection "${collection}" ${problem}: ${REMEDY}`;

/** A store that was replaced under the same name must not look like an empty collection. */
export const vectorsMissing = (
  collection: string,
  { name, plugin }: { readonly name: string; readonly plugin: string },
): string =>
  `the vectors of the collection "${collection}" are not on the vector store "${name}" (${plugin}): ${REMEDY}. If its entry in the config now names another store, restore the previous entry, add the new one under vectorStores, and move the collection with POST /v1/collections/${collection}/changes`;
