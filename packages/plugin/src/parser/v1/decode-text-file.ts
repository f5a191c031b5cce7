import { isAscii, isUtf8 } from "node:buffer";
import { open, type FileHandle } from "node:fs/promises";
import { guessEncoding } from "./guess-encoding.ts";
import { NonAsciiSample, SAMPLE_BYTES } from "./malformed-bytes-sample.ts";
import { ParserError } from "./parser-error.ts";
import { describeFileContent, SNIFF_BYTES, sniffFileType } from "./sniff-file-type.ts";
import { type MakeTextDecoder, textDecoderOf, type TextStreamDecoder } from "./text-stream-decoder.ts";
import { looksBinary, survivingUtf8Share, unicodeEncodingOf, utf8Boundary } from "./unicode-encoding.ts";

/** Bytes per read of the first pass, which creates no strings: large, so that a read costs little. */
const SURVEY_BYTES = 262_144;
/**
 * Bytes decoded at a time. Objects that a parser creates from so small a chunk are garbage before they reach the old
 * generation: reading 100 MB then takes a few megabytes, at four times the size about eighty.
 */
const READ_BYTES = 65_536;
/** Share of valid UTF-8 characters above which a file is damaged UTF-8 rather than another encoding. */
const MIN_UTF8_SHARE = 0.9;
const FALLBACK = "windows-1252";

export interface DecodeTextOptions {
  /** Name of the format in messages: "a text file", "an HTML page". */
  readonly expected: string;
  /** Returns the encoding that the text declares (`<meta charset>`), read from its first bytes. */
  readonly declared?: (head: Uint8Array) => string | undefined;
  /** Encoding of text that is not Unicode and matches no other encoding. Default: `windows-1252`. */
  readonly fallback?: string;
}

export interface DecodedTextFile {
  readonly encoding: string;
  /** Warnings for the document's `info` if the encoding is an uncertain guess; otherwise empty. */
  readonly warnings: readonly string[];
  /** Whether form feeds divide the text into pages. */
  readonly hasFormFeed: boolean;
  /** Iterates over the text in chunks, without a byte-order mark. Ending the iteration early closes the file. */
  readonly chunks: () => AsyncGenerator<string>;
}

interface Survey {
  readonly head: Buffer;
  /** Lines with bytes that are not UTF-8; undefined if all bytes are UTF-8. */
  readonly nonAsciiSample: Buffer | undefined;
  readonly formFeeds: boolean;
}

/** Encoding and its decoder. */
interface ChosenEncoding {
  readonly encoding: string;
  readonly makeDecoder: MakeTextDecoder;
  readonly isSure: boolean;
}

/**
 * Detects a text file's encoding (byte-order mark, strict UTF-8 over the whole file, zero-byte pattern of UTF-16,
 * declaration in the text, a guess) and decodes it as a stream. Reads the file twice, in constant memory. Fails with
 * `wrong_type` if the bytes are another kind of file.
 */
export async function decodeTextFile(path: string, options: DecodeTextOptions): Promise<DecodedTextFile> {
  const survey = await surveyFile(path);
  const found = sniffFileType(survey.head.subarray(0, SNIFF_BYTES));
  if (found !== undefined) {
    throw wrongType(options.expected, describeFileContent(survey.head));
  }
  const chosen = await chooseEncoding(survey, options);
  return {
    encoding: chosen.encoding,
    warnings: chosen.isSure ? [] : [guessWarning(chosen.encoding)],
    hasFormFeed: hasFormFeed(survey, chosen),
    chunks: () => decodeChunks(path, chosen.makeDecoder()),
  };
}

const guessWarning = (encoding: string): string =>
  `The encoding of this file was guessed as ${encoding}: save it as UTF-8 and upload it again to ensure the correct characters.`;

/** In UTF-16 the byte of a form feed is half of many letters, so only the head is checked, after decoding. */
function hasFormFeed(survey: Survey, { encoding, makeDecoder }: ChosenEncoding): boolean {
  if (!survey.formFeeds || !/^utf-(?:16|32)/.test(encoding)) return survey.formFeeds;
  return makeDecoder().decode(survey.head).includes("\f");
}

async function chooseEncoding(survey: Survey, options: DecodeTextOptions): Promise<ChosenEncoding> {
  const { head, nonAsciiSample } = survey;
  const unicode = unicodeEncodingOf(head);
  if (unicode !== undefined) return known(unicode);
  if (looksBinary(head)) throw wrongType(options.expected, "binary data");
  if (nonAsciiSample === undefined) return known(declaredEscapeEncoding(head, options) ?? "utf-8");
  if (looksBinary(nonAsciiSample)) throw wrongType(options.expected, "binary data");
  if (survivingUtf8Share(nonAsciiSample) >= MIN_UTF8_SHARE) return known("utf-8");
  const declared = options.declared?.(head);
  const makeDeclared = declared === undefined || isUnicodeName(declared) ? undefined : await textDecoderOf(declared);
  if (makeDeclared !== undefined) return { encoding: declared!, makeDecoder: makeDeclared, isSure: true };
  const guess = await guessEncoding(nonAsciiSample);
  const isSure = guess?.isSure ?? false;
  return { ...(await known(guess?.encoding ?? options.fallback ?? FALLBACK)), isSure };
}

async function known(encoding: string): Promise<ChosenEncoding> {
  const makeDecoder = await textDecoderOf(encoding);
  return makeDecoder === undefined ? known(FALLBACK) : { encoding, makeDecoder, isSure: true };
}

/** Pure ASCII bytes may still be in an escape-based encoding; only a declaration or its escape sequences reveal it. */
function declaredEscapeEncoding(head: Buffer, options: DecodeTextOptions): string | undefined {
  if (head.includes("\x1b$") || head.includes("\x1b(J")) return "iso-2022-jp";
  const declared = options.declared?.(head)?.toLowerCase();
  return declared === "iso-2022-jp" ? declared : undefined;
}

/**
 * Whether the name is that of a Unicode encoding. Unicode text is recognised by its bytes, so a declaration of Unicode
 * for other bytes is wrong.
 */
const isUnicodeName = (encoding: string): boolean => /^(?:utf|ucs)-?\d/i.test(encoding);

const wrongType = (expected: string, found: string): ParserError =>
  new ParserError(
    "wrong_type",
    `the file is ${found}, not ${expected}: rename it to its real type and upload it again`,
  );

async function surveyFile(path: string): Promise<Survey> {
  await using file = await open(path, "r");
  const head = await readAt(file, 0, SAMPLE_BYTES);
  const buffer = Buffer.allocUnsafe(SURVEY_BYTES);
  let position = 0;
  let retained = 0;
  let hasNonUtf8 = false;
  const nonAsciiSample = new NonAsciiSample();
  let formFeeds = false;
  let isAllAscii = true;
  for (;;) {
    const { bytesRead } = await file.read(buffer, retained, buffer.length - retained, position + retained);
    const filled = buffer.subarray(0, retained + bytesRead);
    const end = bytesRead === 0 ? filled.length : utf8Boundary(filled);
    const completeBytes = filled.subarray(0, end);
    formFeeds ||= completeBytes.includes(0x0c);
    // UTF-8 that is truncated within its last character still counts as UTF-8.
    const isCutOff = bytesRead === 0 && !isAllAscii && retained > 0 && utf8Boundary(filled) < retained;
    isAllAscii &&= isAscii(completeBytes);
    hasNonUtf8 ||= !isUtf8(completeBytes) && !isCutOff;
    if (hasNonUtf8) nonAsciiSample.add(filled);
    if (bytesRead === 0 || (nonAsciiSample.isFull && formFeeds)) break;
    filled.copy(buffer, 0, end);
    retained = filled.length - end;
    position += end;
  }
  return { head, nonAsciiSample: hasNonUtf8 ? nonAsciiSample.bytes() : undefined, formFeeds };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function* decodeChunks(path: string, decoder: TextStreamDecoder): AsyncGenerator<string> {
  await using file = await open(path, "r");
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length);
    if (bytesRead === 0) break;
    const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}
