/** Address of a document's page in the console. With a chunk, its passage is highlighted. */
export const pageAddress = (collection: string, documentId: string, page: number, chunk?: number): string =>
  `/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}/pages/${page}${chunk === undefined ? "" : `?chunk=${chunk}`}`;

/** Types of files that are a single image: their chunks name no page. */
const PICTURES: ReadonlySet<unknown> = new Set(["png", "jpg", "jpeg", "bmp", "gif"]);

/** Whether the service renders the pages of files of this type as images. */
export const hasPagePictures = (type: unknown): boolean =>
  type === "pdf" || type === "tif" || type === "tiff" || PICTURES.has(type);

/** Returns the page of a passage, or undefined if its file has no pages. */
export const pageOfPassage = ({ page, file_type: type }: Readonly<Record<string, unknown>>): number | undefined => {
  // Submitted chunks name pages of a file that is not stored here.
  if (typeof page === "number") return type === "chunks" ? undefined : page;
  return PICTURES.has(type) ? 1 : undefined;
};
