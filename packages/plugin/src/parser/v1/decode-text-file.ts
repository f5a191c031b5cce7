import { isAscii, isUtf8 } from "node:buffer";
import { open, type FileHandle } from "node:fs/promises";
import { guessEncoding } from "./guess-encoding.ts";
import { OddBytesSample, SAMPLE_BYTES } from "./odd-bytes-sample.ts";
import { ParserError } from "./parser-error.ts";
import { describeFileContent, SNIFF_BYTES, sniffFileType } from "./sniff-file-type.ts";
import { type MakeTextDecoder, textDecoderOf, type TextStreamDecoder } from "./text-stream-decoder.ts";
import { looksBinary, survivingUtf8Share, unicodeEncodingOf, utf8Boundary } from "./unicode-encoding.ts";

/** Bytes looked at in one go, which makes no strings: large, so that a read costs little. */
const SURVEY_BYTES = 262_144;
/**
 * Bytes decoded in one go. What a parser makes of a piece this small is gone before it could become old: reading 100 MB
 * then takes a few megabytes, at four times the size some eighty.
 */
const READ_BYTES = 65_536;
/** A file that is nearly all good UTF-8 is UTF-8 with damage, not another encoding. */
const MIN_UTF8_SHARE = 0.9;
const FALLBACK = "windows-1252";

export interface DecodeTextOptions {
  /** Name of the format in messages: "a text file", "an HTML page". */
  readonly expected: string;
  /** The encoding that the text declares about itself (`<meta charset>`), read from its first bytes. */
  readonly declared?: (head: Uint8Array) => string | undefined;
  /** The encoding of text that is not Unicode and fits no other; `windows-1252` unless said otherwise. */
  readonly fallback?: string;
}

export interface DecodedTextFile {
  readonly encoding: string;
  /** For the document's `info`, where the encoding is a guess with little behind it; else empty. */
  readonly warnings: readonly string[];
  /** Whether form feeds divide the text into pages. */
  readonly hasFormFeed: boolean;
  /** The text in pieces, without a byte-order mark. Ending the iteration early closes the file. */
  readonly chunks: () => AsyncGenerator<string>;
}

interface Survey {
  readonly head: Buffer;
  /** Lines with bytes that are not UTF-8; undefined when all is. */
  readonly oddSample: Buffer | undefined;
  readonly formFeeds: boolean;
}

/** An encoding, and how text in it is decoded. */
interface ChosenEncoding {
  readonly encoding: string;
  readonly makeDecoder: MakeTextDecoder;
  readonly isSure: boolean;
}

/**
 * Finds a text file's encoding (byte-order mark, strict UTF-8 over the whole file, zero-byte pattern of UTF-16, what
 * the text declares, a guess) and decodes it as a stream. Reads the file twice, in constant memory. Bytes of another
 * kind of file fail with `wrong_type`.
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
  `The encoding of this file was guessed as ${encoding}: save it as UTF-8 and upload it again to be sure of every letter.`;

/** In UTF-16 the byte of a form feed is half of many letters, so only the beginning is asked, decoded. */
function hasFormFeed(survey: Survey, { encoding, makeDecoder }: ChosenEncoding): boolean {
  if (!survey.formFeeds || !/^utf-(?:16|32)/.test(encoding)) return survey.formFeeds;
  return makeDecoder().decode(survey.head).includes("\f");
}

async function chooseEncoding(survey: Survey, options: DecodeTextOptions): Promise<ChosenEncoding> {
  const { head, oddSample } = survey;
  const unicode = unicodeEncodingOf(head);
  if (unicode !== undefined) return known(unicode);
  if (looksBinary(head)) throw wrongType(options.expected, "binary data");
  if (oddSample === undefined) return known(declaredEscapeEncoding(head, options) ?? "utf-8");
  if (looksBinary(oddSample)) throw wrongType(options.expected, "binary data");
  if (survivingUtf8Share(oddSample) >= MIN_UTF8_SHARE) return known("utf-8");
  const declared = options.declared?.(head);
  const makeDeclared = declared === undefined || isUnicodeName(declared) ? undefined : await textDecoderOf(declared);
  if (makeDeclared !== undefined) return { encoding: declared!, makeDecoder: makeDeclared, isSure: true };
  const guess = await guessEncoding(oddSample);
  const isSure = guess?.isSure ?? false;
  return { ...(await known(guess?.encoding ?? options.fallback ?? FALLBACK)), isSure };
}

async function known(encoding: string): Promise<ChosenEncoding> {
  const makeDecoder = await textDecoderOf(encoding);
  return makeDecoder === undefined ? known(FALLBACK) : { encoding, makeDecoder, isSure: true };
}

/** Pure ASCII bytes may still be an escape-based encoding; only a declaration or its escapes can tell. */
function declaredEscapeEncoding(head: Buffer, options: DecodeTextOptions): string | undefined {
  if (head.includes("\x1b$") || head.includes("\x1b(J")) return "iso-2022-jp";
  const declared = options.declared?.(head)?.toLowerCase();
  return declared === "iso-2022-jp" ? declared : undefined;
}

/**
 * Whether the name is that of Unicode. Such text was recognised by its bytes, so a declaration that says so of other
 * bytes is wrong.
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
  let hasOddBytes = false;
  const oddSample = new OddBytesSample();
  let formFeeds = false;
  let isAllAscii = true;
  for (;;) {
    const { bytesRead } = await file.read(buffer, retained, buffer.length - retained, position + retained);
    const filled = buffer.subarray(0, retained + bytesRead);
    const end = bytesRead === 0 ? filled.length : utf8Boundary(filled);
    const whole = filled.subarray(0, end);
    formFeeds ||= whole.includes(0x0c);
    // Cut off within its last character, UTF-8 is still that if it was before.
    const isCutOff = bytesRead === 0 && !isAllAscii && retained > 0 && utf8Boundary(filled) < retained;
    isAllAscii &&= isAscii(whole);
    hasOddBytes ||= !isUtf8(whole) && !isCutOff;
    if (hasOddBytes) oddSample.add(filled);
    if (bytesRead === 0 || (oddSample.isFull && formFeeds)) break;
    filled.copy(buffer, 0, end);
    retained = filled.length - end;
    position += end;
  }
  return { head, oddSample: hasOddBytes ? oddSample.bytes() : undefined, formFeeds };
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
