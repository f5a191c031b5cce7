import {
  describeValue,
  fileTypeOf,
  GIVEN_CHUNKS_TYPE,
  invalidArgument,
  type JsonObject,
  TEXT_FILE_TYPES,
} from "@quarry/plugin/domain";
import { checkMetadata } from "../check-metadata.ts";

/** Content of a document that was not uploaded as a file: a name and bytes, like an upload. */
export interface UploadContent {
  readonly filename: string;
  /** Default: from the name's extension. */
  readonly fileType?: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A chunk split by the client; a line of the file in which these chunks are stored. */
export interface InputChunk {
  readonly text: string;
  readonly page?: number | undefined;
  readonly section: readonly string[];
  readonly metadata?: JsonObject | undefined;
}

const encoder = new TextEncoder();

/** Returns the content of an inline text. The name's extension selects the parser. Throws `invalid_argument`. */
export const givenText = (text: string, filename = "text.md"): UploadContent => {
  if (!/\S/.test(text)) throw invalidArgument("text: must not be blank");
  const fileType = fileTypeOf(filename);
  if (fileType === undefined || !TEXT_FILE_TYPES.has(fileType)) {
    const types = [...TEXT_FILE_TYPES].map((type) => `.${type}`).join(", ");
    throw invalidArgument(`filename: must end in one of ${types} where text is given, got ${describeValue(filename)}`);
  }
  return { filename, bytes: linesOf([text], (line) => line) };
};

/** Stores chunks as JSON, one per line. Errors in a chunk are thrown while the bytes are read. */
export const givenChunks = (chunks: readonly InputChunk[], filename = "chunks"): UploadContent => ({
  filename,
  fileType: GIVEN_CHUNKS_TYPE,
  bytes: linesOf(chunks, lineOf),
});

const lineOf = ({ text, page, section, metadata = {} }: InputChunk, index: number): string => {
  if (!/\S/.test(text)) throw invalidArgument(`chunks[${index}].text: must not be blank`);
  checkMetadata(metadata, `chunks[${index}].metadata`);
  const line: InputChunk = { text, page, section, ...(Object.keys(metadata).length > 0 && { metadata }) };
  // Some line readers treat these characters as line breaks.
  return `${JSON.stringify(line).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`;
};

/** Characters encoded at a time; other work runs in between. */
const SEGMENT_CHARACTERS = 262_144;

async function* linesOf<Item>(
  items: readonly Item[],
  lineFor: (item: Item, index: number) => string,
): AsyncGenerator<Uint8Array> {
  for (const [index, item] of items.entries()) {
    const line = lineFor(item, index);
    for (let start = 0; start < line.length;) {
      let end = Math.min(line.length, start + SEGMENT_CHARACTERS);
      // Does not split a surrogate pair.
      if (end < line.length && isHighSurrogate(line.charCodeAt(end - 1))) end += 1;
      yield encoder.encode(line.slice(start, end));
      start = end;
    }
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
