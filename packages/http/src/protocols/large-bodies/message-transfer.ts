import { create, type DescMessage, mergeFromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { slicesOf } from "@quarry/plugin/domain";
import { yieldToOthers } from "@quarry/plugin/time-slice";
import { messageNamed } from "./message-named.ts";
import { vectorListsOf } from "./vector-lists.ts";

/** Number of list items that are decoded before yielding: a millisecond or two with their texts. */
const ITEMS_PER_PART = 250;

/**
 * Message in transfer between threads. It is in binary form, because copying an object loses its prototype. Its
 * vectors, which are nearly all of its bytes, are in separate memory that is transferred.
 */
export interface MovedMessage {
  /** Encoded messages, to be merged in this order. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
  /** Memory of all vectors. Absent if there are none. */
  readonly memory?: ArrayBuffer;
  readonly vectors: readonly MovedVectors[];
}

/** Vectors of one field of a list's items. */
interface MovedVectors {
  readonly list: string;
  readonly field: string;
  /** Offset and length in bytes, per item. */
  readonly offsets: Uint32Array<ArrayBuffer>;
}

type Items = readonly Record<string, Uint8Array | undefined>[];

const itemsOf = (message: Message, list: string): Items => (message as unknown as Record<string, Items>)[list]!;

/**
 * Encodes a message for transfer; do not use it afterwards. Vectors in any other memory than `memory` stay in its
 * parts.
 */
export const packMessage = (input: DescMessage, message: Message, memory: ArrayBuffer | undefined): MovedMessage => {
  const lists = vectorListsOf(input);
  const names = lists.map(({ list }) => list.localName);
  if (memory === undefined) return { parts: partsOf(input, message, names), vectors: [] };
  const vectors = lists.flatMap(({ list, vectors: fields }) =>
    fields.map((field) => takeVectors(message, list.localName, field.localName, memory)),
  );
  return { parts: partsOf(input, message, names), memory, vectors };
};

const takeVectors = (message: Message, list: string, field: string, memory: ArrayBuffer): MovedVectors => {
  const items = itemsOf(message, list);
  const offsets = new Uint32Array(items.length * 2);
  for (const [index, item] of items.entries()) {
    const bytes = item[field];
    if (bytes?.buffer !== memory) continue;
    offsets.set([bytes.byteOffset, bytes.byteLength], index * 2);
    item[field] = NOTHING;
  }
  return { list, field, offsets };
};

/** Encodes the message without these lists, and then slices of their items, each as a message with nothing else. */
const partsOf = (
  input: DescMessage,
  message: Message,
  lists: readonly string[],
): readonly Uint8Array<ArrayBuffer>[] => {
  const slices = lists.flatMap((list) => {
    const items = itemsOf(message, list);
    (message as unknown as Record<string, Items>)[list] = [];
    return slicesOf(items, ITEMS_PER_PART).map((slice) => Object.assign(create(input), { [list]: slice }));
  });
  return [message, ...slices].map((part) => toBinary(input, part) as Uint8Array<ArrayBuffer>);
};

const NOTHING = new Uint8Array(0);

/** Returns the buffers to transfer instead of copying. */
export const memoryOf = ({ parts, memory }: MovedMessage): ArrayBuffer[] => [
  ...parts.map(({ buffer }) => buffer),
  ...(memory === undefined ? [] : [memory]),
];

/** Decodes a transferred message. Yields to other work in between if the message has many items. */
export const unpackMessage = async (typeName: string, { parts, memory, vectors }: MovedMessage): Promise<Message> => {
  const input = messageNamed(typeName);
  const message = create(input);
  for (const [index, part] of parts.entries()) {
    // The first part contains no items.
    if (index > 1) await yieldToOthers();
    mergeFromBinary(input, message, part);
  }
  if (memory === undefined) return message;
  for (const { list, field, offsets } of vectors) {
    for (const [index, item] of itemsOf(message, list).entries()) {
      const length = offsets[index * 2 + 1]!;
      if (length > 0) item[field] = new Uint8Array(memory, offsets[index * 2], length);
    }
  }
  return message;
};
