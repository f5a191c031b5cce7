import { type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { names_collection } from "@quarry/api";
import { type Fields, fieldValue } from "../json/field-kinds.ts";

/** Reads the names of the collections that a request accesses; see the option `names_collection`. */
type CollectionNamesOf = (message: Message) => Iterable<string>;

/** Compiles the reader of a message's collection names; returns undefined if the message can't name any. */
export function namedCollections(
  descriptor: DescMessage,
  ancestors: readonly DescMessage[] = [],
): CollectionNamesOf | undefined {
  // None of our messages contains itself. `Struct` does, but it contains the users' names, not ours.
  if (ancestors.includes(descriptor)) return undefined;
  const lineage = [...ancestors, descriptor];
  const readers = descriptor.fields.flatMap((field) => fieldReader(field, lineage) ?? []);
  if (readers.length === 0) return undefined;
  return function* (message) {
    for (const read of readers) yield* read(message as unknown as Fields);
  };
}

function fieldReader(
  field: DescField,
  lineage: readonly DescMessage[],
): ((fields: Fields) => Iterable<string>) | undefined {
  const valueReader = readerOfValue(field, lineage);
  if (valueReader === undefined) return undefined;
  return function* (fields) {
    const value = fieldValue(field, fields);
    if (value === undefined) return;
    if (field.fieldKind !== "list") yield* valueReader(value);
    else for (const item of value as readonly unknown[]) yield* valueReader(item);
  };
}

function readerOfValue(
  field: DescField,
  lineage: readonly DescMessage[],
): ((value: unknown) => Iterable<string>) | undefined {
  if (getOption(field, names_collection)) return (value) => [value as string];
  const nested = field.message === undefined ? undefined : namedCollections(field.message, lineage);
  return nested && ((value) => nested(value as Message));
}
