import {
  describeValue,
  fileTypeOf,
  GIVEN_CHUNKS_TYPE,
  invalidArgument,
  type JsonObject,
  TEXT_FILE_TYPES,
} from "@quarry/plugin/domain";
import { checkMetadata } from "../check-metadata.ts";

/** Content of a document that was not uploaded as a file: a name and bytes, as an upload has them. */
export interface UploadContent {
  readonly filename: string;
  /** Default: what the name's extension says. */
  readonly fileType?: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A chunk that was cut elsewhere; a line of the file that such chunks are kept in. */
export interface InputChunk {
  readonly text: string;
  readonly page?: number | undefined;
  readonly section: readonly string[];
  readonly metadata?: JsonObject | undefined;
}

const encoder = new TextEncoder();

/** A text is read by the parser for its name's extension. Throws `invalid_argument`. */
export const givenText = (text: string, filename = "text.md"): UploadContent => {
  if (!/\S/.test(text)) throw invalidArgument("text: must not be blank");
  const fileType = fileTypeOf(filename);
  if (fileType === undefined || !TEXT_FILE_TYPES.has(fileType)) {
    const types = [...TEXT_FILE_TYPES].map((type) => `.${type}`).join(", ");
    throw invalidArgument(`filename: must end in one of ${types} where text is given, got ${describeValue(filename)}`);
  }
  return { filename, bytes: linesOf([text], (line) => line) };
};

/** Chunks are kept as JSON, one in a line. What is wrong with one of them is thrown as the bytes are read. */
export const givenChunks = (chunks: readonly InputChunk[], filename = "chunks"): UploadContent => ({
  filename,
  fileType: GIVEN_CHUNKS_TYPE,
  bytes: linesOf(chunks, lineOf),
});

const lineOf = ({ text, page, section, metadata = {} }: InputChunk, index: number): string => {
  if (!/\S/.test(text)) throw invalidArgument(`chunks[${index}].text: must not be blank`);
  checkMetadata(metadata, `chunks[${index}].metadata`);
  const line: InputChunk = { text, page, section, ...(Object.keys(metadata).length > 0 && { metadata }) };
  // Readers of lines end one at these as well.
  return `${JSON.stringify(line).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;
};

/** Characters that are made bytes at a time, so that everything else has its turn in between. */
const PIECE_CHARACTERS = 262_144;

async function* linesOf<Item>(
  items: readonly Item[],
  lineFor: (item: Item, index: number) => string,
): AsyncGenerator<Uint8Array> {
  for (const [index, item] of items.entries()) {
    const line = lineFor(item, index);
    for (let start = 0; start < line.length;) {
      let end = Math.min(line.length, start + PIECE_CHARACTERS);
      // A pair of surrogates is one character.
      if (end < line.length && isHighSurrogate(line.charCodeAt(end - 1))) end += 1;
      yield encoder.encode(line.slice(start, end));
      start = end;
    }
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
