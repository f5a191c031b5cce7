/** Upload file types of the spec, in its order, with the media type of a download. */
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

/** Media types of further file types, which plugins of this repository parse if the config names them. */
const FURTHER_MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["tif", MEDIA_TYPES.tiff],
  ["odt", "application/vnd.oasis.opendocument.text"],
  ["ods", "application/vnd.oasis.opendocument.spreadsheet"],
  ["odp", "application/vnd.oasis.opendocument.presentation"],
  ["odg", "application/vnd.oasis.opendocument.graphics"],
  ["rtf", "application/rtf"],
  ["epub", "application/epub+zip"],
  ["eml", "message/rfc822"],
  ["docm", "application/vnd.ms-word.document.macroEnabled.12"],
  ["pptm", "application/vnd.ms-powerpoint.presentation.macroEnabled.12"],
  ["xlsm", "application/vnd.ms-excel.sheet.macroEnabled.12"],
  ["webp", "image/webp"],
  ["xhtml", "application/xhtml+xml"],
  ["markdown", MEDIA_TYPES.md],
  ["jsonl", "application/jsonl"],
  ["ndjson", "application/x-ndjson"],
  ["ipynb", "application/x-ipynb+json"],
  ["rst", "text/x-rst; charset=utf-8"],
  ["log", MEDIA_TYPES.txt],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
]);

/** Plugins, by file type, for types that not every installation has a parser for. */
const PLUGINS_OF: ReadonlyMap<string, string> = new Map([
  ["epub", "@quarry/parser-epub"],
  ["eml", "@quarry/parser-email"],
  ...["odt", "ods", "odp", "odg", "rtf"].map((type) => [type, "@quarry/parser-officeparser"] as const),
]);

/** The 18 file types of the spec, in its order. */
export const FILE_TYPES = Object.keys(MEDIA_TYPES) as readonly (keyof typeof MEDIA_TYPES)[];

/** Type of documents that were uploaded as finished chunks: one line of JSON each. No uploaded file has it. */
export const GIVEN_CHUNKS_TYPE = "chunks";

/** Type of a file whose name and content match no supported type. It has no parser. */
export const UNKNOWN_FILE_TYPE = "unknown";

/** Types of text files, in the spec's order. */
export const TEXT_FILE_TYPES: ReadonlySet<string> = new Set(["html", "htm", "md", "txt", "csv", "tsv", "xml", "json"]);

/** Whether the name is a valid type name; it is stored in the database and appears in messages. */
export const isFileTypeName = (name: string): boolean => /^[a-z0-9]{1,16}$/.test(name);

/**
 * Returns the type of a file by its last extension, lower-cased. Undefined if neither the spec nor `further` contains
 * it; `further` are types that only a configured parser supports.
 */
export const fileTypeOf = (filename: string, further?: { has(type: string): boolean }): string | undefined => {
  const dot = filename.lastIndexOf(".");
  if (dot < 0) return undefined;
  const extension = filename.slice(dot + 1).toLowerCase();
  const isKnown = extension === "tif" || Object.hasOwn(MEDIA_TYPES, extension) || further?.has(extension) === true;
  return isKnown ? extension : undefined;
};

export const mediaTypeOf = (fileType: string): string => {
  if (fileType === GIVEN_CHUNKS_TYPE) return "application/jsonl";
  return Object.hasOwn(MEDIA_TYPES, fileType)
    ? MEDIA_TYPES[fileType as keyof typeof MEDIA_TYPES]
    : (FURTHER_MEDIA_TYPES.get(fileType) ?? "application/octet-stream");
};

/** Returns the types that a parser is configured for: those of the spec in its order, then the others. */
export const readTypes = (parsers: ReadonlyMap<string, unknown>): readonly string[] => [
  ...FILE_TYPES.filter((type) => parsers.has(type)),
  ...[...parsers.keys()].filter((type) => !(FILE_TYPES as readonly string[]).includes(type)),
];

/** Returns, for messages, how an operator can enable parsing of a file with this name; "" if the name has no type. */
export const howToRead = (filename: string): string => {
  const type = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  if (!filename.includes(".") || !isFileTypeName(type)) return "";
  const plugin = PLUGINS_OF.get(type);
  return plugin === undefined
    ? `; a type of text is read with this in the config: "parsers": { "${type}": { "plugin": "@quarry/parser-text" } }`
    : `; that type is read where ${plugin} is installed: npm install ${plugin}`;
};

/** Returns, for messages, the types of the contract: `.pdf, .docx, …`. */
export const supportedFileTypesText = (): string => listed(FILE_TYPES);

/** Returns, for messages, the supported types beyond those of the contract and its `tif`; "" if there are none. */
export const furtherTypesText = (types: Iterable<string>): string => {
  const further = [...types].filter((type) => type !== "tif" && !Object.hasOwn(MEDIA_TYPES, type));
  return further.length === 0 ? "" : `; also read here: ${listed(further)}`;
};

const listed = (types: readonly string[]): string => types.map((type) => `.${type}`).join(", ");
