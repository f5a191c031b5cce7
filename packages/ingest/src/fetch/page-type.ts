import { describeValue, FILE_TYPES, fileTypeOf, mediaTypeOf, TEXT_FILE_TYPES } from "@quarry/plugin/domain";
import { describeFileContent, sniffFileType, type SniffedFileType } from "@quarry/plugin";
import { lasting } from "./fetch-failure.ts";
import type { FetchedPage } from "./fetch-page.ts";

/** File types that the first bytes determine unambiguously. */
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
  // If several types share a media type, the first one is used.
  ...FILE_TYPES.toReversed().map((type) => [mediaTypeOf(type).split(";", 1)[0]!, type] as const),
  ["application/xhtml+xml", "html"],
  ["text/xml", "xml"],
  ["text/x-markdown", "md"],
  ["application/csv", "csv"],
]);

/** Content types of servers that don't know the type. */
const UNKNOWN: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);

/**
 * Returns the file type to parse a page as. The content takes precedence over the server's media type, and that over
 * the name. `types` are the supported types. Throws a `FetchFailure` for any other.
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
  // For a script's page (`index.php`), the server's media type applies.
  if (isOwn && (declared === undefined || mediaType === "text/plain")) return named;
  if (looksBinary(head)) return undefined;
  const namedText = named !== undefined && TEXT_FILE_TYPES.has(named) ? named : undefined;
  // Servers send this media type for any text.
  if (mediaType === "text/plain") return namedText ?? "txt";
  if (declared !== undefined) return declared;
  if (UNKNOWN.has(mediaType)) return namedText ?? (describeFileContent(head) === "an HTML page" ? "html" : "txt");
  if (mediaType.endsWith("+json")) return "json";
  if (mediaType.endsWith("+xml")) return "xml";
  return mediaType.startsWith("text/") ? (namedText ?? "txt") : undefined;

  /** A type that only a configured parser reads is determined by the name. */
  function own(): string | undefined {
    return isOwn ? named : undefined;
  }
};

/** Whether the content has zero bytes. UTF-16 and UTF-32 text has them too, but begins with a byte order mark. */
const looksBinary = (head: Uint8Array): boolean =>
  head.includes(0) && !(head[0] === 0xff && head[1] === 0xfe) && !(head[0] === 0xfe && head[1] === 0xff);

const describeMediaType = (mediaType: string): string => (mediaType === "" ? "no type" : describeValue(mediaType));
