/** Upload file types of the spec, in its order, with the media type a download answers with. */
const MEDIA_TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  html: "text/html; charset=utf-8",
  htm: "text/html; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  xml: "application/xml",
  json: "application/json",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  tiff: "image/tiff",
  bmp: "image/bmp",
  gif: "image/gif",
} as const;

export type FileType = keyof typeof MEDIA_TYPES | "tif";

/** The 18 file types of the spec, in its order. */
export const FILE_TYPES = Object.keys(MEDIA_TYPES) as readonly (keyof typeof MEDIA_TYPES)[];

/** The type of a file by its last extension, lower-cased; undefined when the spec does not list it (decision 15). */
export const fileTypeOf = (filename: string): FileType | undefined => {
  const dot = filename.lastIndexOf(".");
  if (dot < 0) return undefined;
  const extension = filename.slice(dot + 1).toLowerCase();
  if (extension === "tif") return "tif";
  return Object.hasOwn(MEDIA_TYPES, extension) ? (extension as FileType) : undefined;
};

export const mediaTypeOf = (fileType: string): string => {
  if (fileType === "tif") return MEDIA_TYPES.tiff;
  return Object.hasOwn(MEDIA_TYPES, fileType)
    ? MEDIA_TYPES[fileType as keyof typeof MEDIA_TYPES]
    : "application/octet-stream";
};

/** For messages: `.pdf, .docx, …`. */
export const supportedFileTypesText = (): string => FILE_TYPES.map((type) => `.${type}`).join(", ");
