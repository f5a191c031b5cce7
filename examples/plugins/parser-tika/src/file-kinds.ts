import type { SniffedFileType } from "@quarry/plugin";

/** Kind of a file: its signature, and the media types that Tika detects. */
export interface FileKind {
  /** Absent for text, which has no signature. */
  readonly signature?: SniffedFileType;
  readonly mediaTypes: readonly string[];
  /** Used for presentations, whose slides Tika writes as unmarked divisions. */
  readonly divisionsArePages?: boolean;
}

const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/** File kinds by extension. */
export const FILE_KINDS: Readonly<Record<string, FileKind>> = {
  epub: { signature: "zip", mediaTypes: ["application/epub+zip"] },
  odt: { signature: "zip", mediaTypes: [`${OPEN_DOCUMENT}.text`] },
  odp: { signature: "zip", mediaTypes: [`${OPEN_DOCUMENT}.presentation`], divisionsArePages: true },
  rtf: { signature: "rtf", mediaTypes: ["application/rtf", "text/rtf"] },
  msg: { signature: "ole2", mediaTypes: ["application/vnd.ms-outlook"] },
  eml: { mediaTypes: ["message/rfc822"] },
};
