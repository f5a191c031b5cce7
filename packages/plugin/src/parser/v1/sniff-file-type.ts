/**
 * File types that are recognised by their first bytes; detecting the contents of a zip or OLE2 container is left to its
 * parser.
 */
export type SniffedFileType =
  | "pdf"
  | "zip"
  | "ole2"
  | "png"
  | "jpeg"
  | "gif"
  | "bmp"
  | "tiff"
  | "rtf"
  | "gzip"
  | "rar"
  | "7z"
  | "webp";

/** Number of first bytes that `sniffFileType` reads: PDF readers allow this much before the header. */
export const SNIFF_BYTES = 1024;

/** Tuples of [type, offset, ASCII or Latin-1 signature]; the first match wins. */
const SIGNATURES: readonly (readonly [SniffedFileType, number, string])[] = [
  ["zip", 0, "PK\x03\x04"],
  ["zip", 0, "PK\x05\x06"],
  ["ole2", 0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  ["png", 0, "\x89PNG\r\n\x1a\n"],
  ["jpeg", 0, "\xff\xd8\xff"],
  ["gif", 0, "GIF87a"],
  ["gif", 0, "GIF89a"],
  ["tiff", 0, "II*\0"],
  ["tiff", 0, "MM\0*"],
  ["tiff", 0, "II+\0"],
  ["tiff", 0, "MM\0+"],
  ["webp", 8, "WEBP"],
  ["rtf", 0, "{\\rtf"],
  ["gzip", 0, "\x1f\x8b\x08"],
  ["rar", 0, "Rar!\x1a\x07"],
  ["7z", 0, "7z\xbc\xaf\x27\x1c"],
];

const NAMES: Record<SniffedFileType, string> = {
  pdf: "a PDF",
  zip: "a ZIP archive",
  ole2: "an old binary Office file or an encrypted Office file",
  png: "a PNG image",
  jpeg: "a JPEG image",
  gif: "a GIF image",
  bmp: "a BMP image",
  tiff: "a TIFF image",
  rtf: "an RTF document",
  gzip: "a gzip archive",
  rar: "a RAR archive",
  "7z": "a 7-Zip archive",
  webp: "a WebP image",
};

/**
 * Returns the type that the first bytes show, whatever the file's name says; undefined for text and for unknown types.
 * Pass the first `SNIFF_BYTES`.
 */
export function sniffFileType(bytes: Uint8Array): SniffedFileType | undefined {
  for (const [type, offset, signature] of SIGNATURES) {
    if (startsWith(bytes, offset, signature)) return type;
  }
  if (isBmp(bytes)) return "bmp";
  const head = Math.min(bytes.length, SNIFF_BYTES);
  for (let index = 0; index < head; index++) {
    if (bytes[index] === 0x25 && startsWith(bytes, index, "%PDF-")) return "pdf";
  }
  return undefined;
}

/** Describes the bytes for messages, with an article: `a PNG image`, `plain text`, `an unknown kind of file`. */
export function describeFileContent(bytes: Uint8Array): string {
  const type = sniffFileType(bytes);
  if (type !== undefined) return NAMES[type];
  if (bytes.length === 0) return "empty";
  if (bytes.includes(0)) return "an unknown kind of file";
  return /^\s*<(?:!doctype html|html|head|body)/i.test(latin1(bytes)) ? "an HTML page" : "plain text";
}

function startsWith(bytes: Uint8Array, offset: number, signature: string): boolean {
  if (bytes.length < offset + signature.length) return false;
  for (let index = 0; index < signature.length; index++) {
    if (bytes[offset + index] !== signature.charCodeAt(index)) return false;
  }
  return true;
}

/** "BM" alone begins ordinary sentences: the reserved zeros and a known header size must follow. */
function isBmp(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, 0, "BM") || bytes.length < 18) return false;
  const headerSize = bytes[14]! | (bytes[15]! << 8) | (bytes[16]! << 16) | (bytes[17]! << 24);
  return [6, 7, 8, 9].every((index) => bytes[index] === 0) && headerSize >= 12 && headerSize <= 124;
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes.subarray(0, SNIFF_BYTES));
