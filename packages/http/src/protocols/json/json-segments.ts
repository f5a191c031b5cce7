import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { PagedList } from "../../rpc/handler.ts";
import { isStruct, listField } from "./field-kinds.ts";
import { messageEncoder, type MessageFields } from "./message-encoder.ts";

/** Writes a message that can be long. */
export interface SegmentWriter {
  /** Counts the messages in its lists, including nested lists. */
  count(message: MessageFields): number;
  /** Yields the `JSON.stringify` text of the encoded message, one list item at a time. */
  segments(message: MessageFields): Iterable<string>;
}

interface List {
  readonly localName: string;
  readonly writer: SegmentWriter;
}

const compiled = new WeakMap<DescMessage, SegmentWriter>();

/** Compiles the writer of a message's JSON; `messageEncoder` defines its content. */
export function segmentWriter(descriptor: DescMessage): SegmentWriter {
  const known = compiled.get(descriptor);
  if (known !== undefined) return known;
  const lists = new Map<string, List>();
  const writer = writerOf(messageEncoder(descriptor), lists);
  // Stored before its lists are compiled, because a message can contain itself.
  compiled.set(descriptor, writer);
  for (const field of listsOf(descriptor)) {
    lists.set(field.name, { localName: field.localName, writer: segmentWriter(field.message!) });
  }
  return writer;
}

/** Number of list items from which an answer is written in segments; fewer take only a moment. */
const LONG_MESSAGE_ITEMS = 50;

/** Whether a message is written in segments: its lists contain many messages, or are read while it is written. */
export const isLongMessage = (descriptor: DescMessage, message: MessageFields): boolean =>
  listsOf(descriptor).some(({ localName }) => message[localName] instanceof PagedList) ||
  segmentWriter(descriptor).count(message) >= LONG_MESSAGE_ITEMS;

/** Returns the fields of a message that are lists of messages. */
export const listsOf = (descriptor: DescMessage): readonly DescField[] =>
  listField(descriptor) === undefined && !isStruct(descriptor)
    ? descriptor.fields.filter(
        ({ fieldKind, message }) => fieldKind === "list" && message !== undefined && !isStruct(message),
      )
    : [];

function writerOf(encode: (message: MessageFields) => unknown, lists: ReadonlyMap<string, List>): SegmentWriter {
  const itemsOf = (message: MessageFields, { localName }: List) =>
    (message[localName] ?? []) as readonly MessageFields[];
  return {
    count(message) {
      let count = 0;
      for (const list of lists.values()) {
        for (const item of itemsOf(message, list)) count += 1 + list.writer.count(item);
      }
      return count;
    },
    *segments(message) {
      if (lists.size === 0) return yield JSON.stringify(encode(message));
      const withoutItems = Object.fromEntries([...lists.values()].map(({ localName }) => [localName, []]));
      let before = "{";
      for (const [name, value] of Object.entries(encode({ ...message, ...withoutItems }) as object)) {
        if (value === undefined) continue;
        before += `${JSON.stringify(name)}:`;
        const list = lists.get(name);
        if (list === undefined) before += JSON.stringify(value);
        else {
          before += "[";
          for (const item of itemsOf(message, list)) {
            yield before;
            yield* list.writer.segments(item);
            before = ",";
          }
          before = before === "," ? "]" : `${before}]`;
        }
        yield before;
        before = ",";
      }
      yield before === "{" ? "{}" : "}";
    },
  };
}
