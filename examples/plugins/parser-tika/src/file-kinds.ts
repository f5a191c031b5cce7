import type { SniffedFileType } from "@quarry/plugin";

/** Kind of a file: its first bytes, and the media types that Tika finds. */
export interface FileKind {
  /** Left out for text, which begins with anything. */
  readonly signature?: SniffedFileType;
  readonly mediaTypes: readonly string[];
  /** For presentations, whose slides Tika writes as divisions and doesn't mark. */
  readonly divisionsArePages?: boolean;
}

const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/** By extension. */
export const FILE_KINDS: Readonly<Record<string, FileKind>> = {
  epub: { signature: "zip", mediaTypes: ["application/epub+zip"] },
  odt: { signature: "zip", mediaTypes: [`${OPEN_DOCUMENT}.text`] },
  odp: { signature: "zip", mediaTypes: [`${OPEN_DOCUMENT}.presentation`], divisionsArePages: true },
  rtf: { signature: "rtf", mediaTypes: ["application/rtf", "text/rtf"] },
  msg: { signature: "ole2", mediaTypes: ["application/vnd.ms-outlook"] },
  eml: { mediaTypes: ["message/rfc822"] },
};
