import { ParserError } from "@quarry/plugin";
import { OfficeErrorType, type OfficeError, type OfficeIssue, OfficeWarningType } from "officeparser";
import { wrongType } from "./check-file.ts";
import type { ReadableType } from "./readable-types.ts";

const ENCRYPTED = new Set<string>([
  OfficeErrorType.PASSWORD_REQUIRED,
  OfficeErrorType.PASSWORD_INCORRECT,
  OfficeErrorType.DOCUMENT_DECRYPTION_FAILED,
]);

const LIMITS: Readonly<Record<string, string>> = {
  [OfficeErrorType.ZIP_ENTRY_COUNT_LIMIT_EXCEEDED]: "the file holds more parts than are allowed",
  [OfficeErrorType.ZIP_SIZE_LIMIT_EXCEEDED]: "the file unpacks to too much: split it into smaller files",
  [OfficeErrorType.XML_ELEMENT_LIMIT_EXCEEDED]:
    "the file holds more elements than this reader takes: split it into smaller files",
  [OfficeErrorType.MAX_NESTING_DEPTH_EXCEEDED]: "the file nests elements too deep",
  [OfficeWarningType.TABLE_CELL_LIMIT_EXCEEDED]:
    "the file holds more cells than this reader takes: split it into smaller files",
  [OfficeWarningType.REPEATED_CONTENT_LIMIT_EXCEEDED]:
    "the file repeats more text by reference than this reader takes: split it into smaller files",
};

/** Warnings about omitted text, for the file's uploader. Other warnings only concern the library. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  [OfficeWarningType.CONTENT_PART_NOT_READ]: "A part of the file is damaged and was not read.",
  [OfficeWarningType.ALT_CHUNK_NOT_READ]: "Text embedded from another format was not read.",
  [OfficeWarningType.PAGE_LOAD_FAILED]: "A page could not be read.",
};

/** JavaScript error messages for a failed allocation. The worker reports these itself. */
const NO_MEMORY = /allocation failed|invalid array length|invalid string length|out of memory/i;

/** Returns the error for a failure of the library, with advice for the file's uploader. */
export function libraryError(error: unknown, type: ReadableType): unknown {
  const code: string | undefined = (error as OfficeError).officeIssue?.code;
  if (code === undefined && NO_MEMORY.test(String(error))) return error;
  if (code !== undefined && ENCRYPTED.has(code))
    return new ParserError("encrypted", "the file is encrypted: remove the password and upload it again");
  if (code === OfficeErrorType.REQUIRED_PART_MISSING) return wrongType("a ZIP archive without its parts", type);
  const limit = code === undefined ? undefined : LIMITS[code];
  if (limit !== undefined) return new ParserError("limit", limit);
  return new ParserError("corrupt", "the file is damaged or cut off: open it, save it again and upload that copy", {
    cause: error,
  });
}

/**
 * Returns messages for the document's warnings. Throws if a limit was exceeded, i.e. more than a part of the document
 * was left out.
 */
export function warningsOf(issues: readonly OfficeIssue[]): readonly string[] {
  for (const { code } of issues) if (LIMITS[code] !== undefined) throw new ParserError("limit", LIMITS[code]);
  return [...new Set(issues.flatMap(({ code }) => LEFT_OUT[code] ?? []))];
}
