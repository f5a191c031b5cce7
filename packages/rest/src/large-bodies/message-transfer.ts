import { type DescMessage, fromBinary, getOption, type Message, toBinary } from "@bufbuild/protobuf";
import { float32_array } from "@quarry/api";
import { messageNamed } from "./message-named.ts";

/**
 * A message on its way between threads. Binary, because it loses what its prototype knows when it is copied; its vectors
 * beside it, in memory that moves, because they are nearly all of it.
 */
export interface MovedMessage {
  readonly binary: Uint8Array<ArrayBuffer>;
  /** Where all vectors are. Absent when there is none. */
  readonly memory?: ArrayBuffer;
  readonly vectors: readonly MovedVectors[];
}

/** The vectors of one field of a list's items. */
interface MovedVectors {
  readonly list: string;
  readonly field: string;
  /** Offset and length in bytes, for each item. */
  readonly places: Uint32Array<ArrayBuffer>;
}

type Items = readonly Record<string, Uint8Array>[];

/** Lists of a message whose items have vectors, by the names of the fields. */
const vectorFields = (input: DescMessage): readonly (readonly [list: string, field: string])[] =>
  input.fields.flatMap((list) =>
    list.fieldKind !== "list"
      ? []
      : (list.message?.fields ?? [])
          .filter((field) => field.fieldKind === "scalar" && getOption(field, float32_array))
          .map((field) => [list.localName, field.localName] as const),
  );

const itemsOf = (message: Message, list: string): Items => (message as unknown as Record<string, Items>)[list]!;

/** Takes a message apart; it is not to be used afterwards. Vectors in any other memory than `memory` stay in the binary. */
export const packMessage = (input: DescMessage, message: Message, memory: ArrayBuffer): MovedMessage => {
  const vectors = vectorFields(input).map(([list, field]) => {
    const items = itemsOf(message, list);
    const places = new Uint32Array(items.length * 2);
    for (const [index, item] of items.entries()) {
      const bytes = item[field]!;
      if (bytes.buffer !== memory) continue;
      places.set([bytes.byteOffset, bytes.byteLength], index * 2);
      item[field] = NOTHING;
    }
    return { list, field, places };
  });
  return { binary: toBinary(input, message) as Uint8Array<ArrayBuffer>, memory, vectors };
};

const NOTHING = new Uint8Array(0);

/** What moves instead of being copied. */
export const memoryOf = ({ binary, memory }: MovedMessage): ArrayBuffer[] =>
  memory === undefined ? [binary.buffer] : [binary.buffer, memory];

export const unpackMessage = (typeName: string, { binary, memory, vectors }: MovedMessage): Message => {
  const message = fromBinary(messageNamed(typeName), binary);
  if (memory === undefined) return message;
  for (const { list, field, places } of vectors) {
    for (const [index, item] of itemsOf(message, list).entries()) {
      const length = places[index * 2 + 1]!;
      if (length > 0) item[field] = new Uint8Array(memory, places[index * 2], length);
    }
  }
  return message;
};
