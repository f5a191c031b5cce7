import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { PagedList } from "../../rpc/handler.ts";
import { isStruct, listField } from "./field-kinds.ts";
import { messageEncoder, type MessageFields } from "./message-encoder.ts";

/** Writer of a message that may be long. */
export interface SegmentWriter {
  /** Messages in its lists, and in theirs. */
  count(message: MessageFields): number;
  /** The text that `JSON.stringify` gives of the encoded message, a message of a list at a time. */
  segments(message: MessageFields): Iterable<string>;
}

interface List {
  readonly localName: string;
  readonly writer: SegmentWriter;
}

const compiled = new WeakMap<DescMessage, SegmentWriter>();

/** The writer of a message's JSON; see `messageEncoder` for what it says. */
export function segmentWriter(descriptor: DescMessage): SegmentWriter {
  const known = compiled.get(descriptor);
  if (known !== undefined) return known;
  const lists = new Map<string, List>();
  const writer = writerOf(messageEncoder(descriptor), lists);
  // Before its lists: a message may contain itself.
  compiled.set(descriptor, writer);
  for (const field of listsOf(descriptor)) {
    lists.set(field.name, { localName: field.localName, writer: segmentWriter(field.message!) });
  }
  return writer;
}

/** Messages in lists from which an answer is written in pieces: what has fewer takes a moment. */
const MANY = 50;

/** Whether a message is written in pieces: it has many messages in its lists, or some that are read while it is written. */
export const isLongMessage = (descriptor: DescMessage, message: MessageFields): boolean =>
  listsOf(descriptor).some(({ localName }) => message[localName] instanceof PagedList) ||
  segmentWriter(descriptor).count(message) >= MANY;

/** The lists of messages of a message. */
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
