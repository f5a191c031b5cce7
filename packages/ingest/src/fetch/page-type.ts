import { describeValue, FILE_TYPES, fileTypeOf, mediaTypeOf, TEXT_FILE_TYPES } from "@quarry/plugin/domain";
import { describeFileContent, sniffFileType, type SniffedFileType } from "@quarry/plugin";
import { lasting } from "./fetch-failure.ts";
import type { FetchedPage } from "./fetch-page.ts";

/** File types that the first bytes alone determine. */
const BY_BYTES: Readonly<Partial<Record<SniffedFileType, string>>> = {
  pdf: "pdf",
  png: "png",
  jpeg: "jpg",
  gif: "gif",
  bmp: "bmp",
  tiff: "tiff",
};

const IN_ZIP: ReadonlySet<string> = new Set(["docx", "pptx", "xlsx"]);

const BY_MEDIA_TYPE: ReadonlyMap<string, string> = new Map([
  // Of several types the first one stands for all.
  ...FILE_TYPES.toReversed().map((type) => [mediaTypeOf(type).split(";", 1)[0]!, type] as const),
  ["application/xhtml+xml", "html"],
  ["text/xml", "xml"],
  ["text/x-markdown", "md"],
  ["application/csv", "csv"],
]);

/** Content types of servers that don't know the type. */
const UNKNOWN: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/**
 * The file type that a page is read as: what its bytes are goes before what the server says of them, and that before the
 * name that it has. `types` are those that the service reads. Throws a `FetchFailure` on any other.
 */
export const pageType = (
  { url, mediaType }: Pick<FetchedPage, "url" | "mediaType">,
  head: Uint8Array,
  types: { has(type: string): boolean },
): string => {
  const named = fileTypeOf(url.pathname.slice(url.pathname.lastIndexOf("/") + 1), types);
  const type = typeOf(named, mediaType, head);
  if (type === undefined || !types.has(type)) {
    const what = type === undefined || TEXT_FILE_TYPES.has(type) ? describeMediaType(mediaType) : `.${type}`;
    throw lasting(
      `the page is ${describeFileContent(head)}, sent as ${what}: only text, HTML and the file types of uploads are read`,
    );
  }
  return type;
};

const typeOf = (named: string | undefined, mediaType: string, head: Uint8Array): string | undefined => {
  const declared = BY_MEDIA_TYPE.get(mediaType);
  const isOwn = named !== undefined && named !== "tif" && !(FILE_TYPES as readonly string[]).includes(named);
  const sniffed = sniffFileType(head);
  if (sniffed !== undefined) {
    if (sniffed === "zip") return [declared, named].find((type) => type !== undefined && IN_ZIP.has(type)) ?? own();
    return BY_BYTES[sniffed] ?? own();
  }
  // The page of a script (`index.php`) is what the server says that it is.
  if (isOwn && (declared === undefined || mediaType === "text/plain")) return named;
  if (looksBinary(head)) return undefined;
  const namedText = named !== undefined && TEXT_FILE_TYPES.has(named) ? named : undefined;
  // A server's word for whatever it takes for text.
  if (mediaType === "text/plain") return namedText ?? "txt";
  if (declared !== undefined) return declared;
  if (UNKNOWN.has(mediaType)) return namedText ?? (describeFileContent(head) === "an HTML page" ? "html" : "txt");
  if (mediaType.endsWith("+json")) return "json";
  if (mediaType.endsWith("+xml")) return "xml";
  return mediaType.startsWith("text/") ? (namedText ?? "txt") : undefined;

  /** A type that only a configured parser reads goes by the name. */
  function own(): string | undefined {
    return isOwn ? named : undefined;
  }
};

/** Zero bytes, but in text of 16 or 32 bits to a letter, which begins with its mark. */
const looksBinary = (head: Uint8Array): boolean =>
  head.includes(0) && !(head[0] === 0xff && head[1] === 0xfe) && !(head[0] === 0xfe && head[1] === 0xff);

const describeMediaType = (mediaType: string): string => (mediaType === "" ? "no type" : describeValue(mediaType));
