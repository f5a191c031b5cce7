import { type ParsedDocumentInfo, ParserError } from "@quarry/plugin";
import { type OfficeError, OfficeParser, type OfficeParserAST } from "officeparser";
import { damaged } from "./archive/archive.ts";
import { MIN_SUSPICIOUS_BYTES } from "./archive/check-sizes.ts";
import type { OfficeRead } from "./office-parser.ts";
import type { OfficeType } from "./office-type.ts";

/**
 * An element takes several hundred bytes while the document is read; a long, heavily formatted one has a few hundred
 * thousand.
 */
const MAX_ELEMENTS = 2_000_000;
const BYTES_PER_MEGABYTE = 1_048_576;

/** Reads a Word document or a presentation as a tree. Its parts were checked; pictures are not looked at. */
export async function readDocument(read: OfficeRead, fileType: Exclude<OfficeType, "xlsx">): Promise<OfficeParserAST> {
  checkPartSizes(read);
  try {
    return await OfficeParser.parseOffice(read.source.path, {
      fileType,
      ocr: false,
      extractAttachments: false,
      ignoreSlideMasters: true,
      ignoreComments: !read.settings.comments,
      ignoreHeadersAndFooters: !read.settings.headersAndFooters,
      decompressionLimits: {
        maxUncompressedBytes: unpackedBytesAllowed(read),
        maxZipEntries: read.limits.maxArchiveEntries,
        maxXmlElements: MAX_ELEMENTS,
      },
    });
  } catch (error) {
    throw asParserError(error);
  }
}

/**
 * The sizes that were checked are the archive's own words. The library counts what really comes out: with no more
 * allowed than was declared, an archive that lies ends where an honest one does.
 */
const unpackedBytesAllowed = ({ archive, limits }: OfficeRead): number =>
  Math.min(limits.maxUncompressedBytes, Math.max(archive.declaredBytes, MIN_SUSPICIOUS_BYTES));

/** The tree takes many times the size of its XML, so its size is bound before it is built. */
function checkPartSizes({ archive, mainPart, settings }: OfficeRead): void {
  const folder = mainPart.slice(0, mainPart.lastIndexOf("/") + 1);
  const parts = [...archive.names].filter((name) => name.startsWith(folder) && name.endsWith(".xml"));
  const largest = parts.reduce((most, name) => Math.max(most, archive.sizeOf(name)), 0);
  if (largest > settings.maxPartMegabytes * BYTES_PER_MEGABYTE) {
    throw new ParserError(
      "limit",
      `the text of the file takes ${Math.round(largest / BYTES_PER_MEGABYTE)} MB unpacked, more than the ${settings.maxPartMegabytes} MB allowed: split it into smaller files`,
    );
  }
}

const ENCRYPTED = new Set(["PASSWORD_REQUIRED", "PASSWORD_INCORRECT", "DOCUMENT_DECRYPTION_FAILED"]);
const LIMITS: Record<string, string> = {
  XML_ELEMENT_LIMIT_EXCEEDED: `the file holds more than ${MAX_ELEMENTS} elements: split it into smaller files`,
  MAX_NESTING_DEPTH_EXCEEDED: "the file nests tables or other elements too deep",
  ZIP_SIZE_LIMIT_EXCEEDED: "the file unpacks to too much: split it into smaller files",
  ZIP_ENTRY_COUNT_LIMIT_EXCEEDED: "the file holds too many parts",
};

/** Whatever goes wrong while the tree is built comes from the file: it was found, opened and is a zip. */
function asParserError(error: unknown): ParserError {
  const code = errorCode(error);
  if (ENCRYPTED.has(code)) {
    return new ParserError("encrypted", "the file is encrypted: remove the password and upload it again");
  }
  const limit = LIMITS[code];
  return limit === undefined ? damaged(error) : new ParserError("limit", limit, { cause: error });
}

const errorCode = (error: unknown): string => String((error as OfficeError).officeIssue?.code ?? "");

/** Title, author, date and language as the file has them. */
export function infoOf({ metadata }: OfficeParserAST): ParsedDocumentInfo {
  const title = metadata.title?.trim();
  const author = metadata.author?.trim();
  const language = typeof metadata.language === "string" ? metadata.language.trim() : "";
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(language && { language }),
    ...(metadata.created instanceof Date &&
      !Number.isNaN(metadata.created.getTime()) && { createdAt: metadata.created.toISOString() }),
  };
}
