/** Address of a document's page in the console; with a chunk, its passage is marked there. */
export const pageAddress = (collection: string, documentId: string, page: number, chunk?: number): string =>
  `/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}/pages/${page}${chunk === undefined ? "" : `?chunk=${chunk}`}`;

/** Files that are one picture: their chunks name no page. */
const PICTURES: ReadonlySet<unknown> = new Set(["png", "jpg", "jpeg", "bmp", "gif"]);

/** Whether the service draws the pages of files of this type. */
export const hasPagePictures = (type: unknown): boolean =>
  type === "pdf" || type === "tif" || type === "tiff" || PICTURES.has(type);

/** The page that a passage stands on; undefined where its file has none. */
export const pageOfPassage = ({ page, file_type: type }: Readonly<Record<string, unknown>>): number | undefined => {
  // Chunks that were given name pages of a file that isn't here.
  if (typeof page === "number") return type === "chunks" ? undefined : page;
  return PICTURES.has(type) ? 1 : undefined;
};
