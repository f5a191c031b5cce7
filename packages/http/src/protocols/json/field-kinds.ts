import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { json_boolean, json_hidden, json_list, json_string } from "@quarry/api";

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value of a message's field; undefined for a member of a oneof that is not the chosen one. */
export function fieldValue(field: DescField, fields: Fields): unknown {
  if (field.oneof === undefined) return fields[field.localName];
  const chosen = fields[field.oneof.localName] as { case?: string; value?: unknown };
  return chosen.case === field.localName ? chosen.value : undefined;
}

export const isStruct = (message: DescMessage): boolean => message.typeName === "google.protobuf.Struct";

export const isTimestamp = (message: DescMessage): boolean => message.typeName === "google.protobuf.Timestamp";

/** Returns the only field of a message that is encoded in JSON as the list itself; undefined for other messages. */
export function listField(message: DescMessage): DescField | undefined {
  if (!getOption(message, json_list)) return undefined;
  const [field] = message.fields;
  if (message.fields.length !== 1 || field?.fieldKind !== "list") {
    throw new Error(`${message.typeName}: json_list needs exactly one field, and that repeated`);
  }
  return field;
}

/** Whether JSON can contain a boolean for the message: true for a message without fields, false for none. */
export const mayBeBoolean = (message: DescMessage | undefined): message is DescMessage =>
  message !== undefined && getOption(message, json_boolean);

/**
 * Returns the only field of a message that can be written in JSON as the string itself; undefined for other messages.
 */
export function stringField(message: DescMessage): DescField | undefined {
  if (!getOption(message, json_string)) return undefined;
  const [field] = message.fields;
  if (message.fields.length !== 1 || field?.scalar !== ScalarType.STRING) {
    throw new Error(`${message.typeName}: json_string needs exactly one field, and that a string`);
  }
  return field;
}

/** Returns the fields that have a representation in JSON. */
export const jsonFields = (message: DescMessage): DescField[] =>
  message.fields.filter((field) => !getOption(field, json_hidden));

const SIXTY_FOUR_BIT: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

export const isSixtyFourBit = (scalar: ScalarType): boolean => SIXTY_FOUR_BIT.has(scalar);

/**
 * Builds the error for a field that the JSON dialect can't represent. It is thrown when routes are compiled, not per
 * request.
 */
export const outsideDialect = (field: DescField): Error =>
  new Error(`${field.parent.typeName}.${field.name}: this kind of field has no JSON form in the REST dialect`);
