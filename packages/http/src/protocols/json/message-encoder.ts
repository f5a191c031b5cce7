import { type DescField, type DescMessage, getOption } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { absent_when_unset, null_flag, null_when_unset } from "@quarry/api";
import { oncePer } from "../../rpc/once-per.ts";
import { isStruct, jsonFields, listField, outsideDialect } from "./field-kinds.ts";
import { lazily } from "./lazily.ts";
import { valueEncoder, zeroValue } from "./value-encoder.ts";

/** Message as its handler returned it: complete, or only the fields that differ from their zero value. */
export type MessageFields = Readonly<Record<string, unknown>>;

/** Converts a message to the value that `JSON.stringify` prints. */
export type MessageEncoder = (message: MessageFields) => unknown;

type Step = (message: MessageFields, json: Record<string, unknown>) => void;

const encoderOf = (descriptor: DescMessage) => messageEncoder(descriptor) as (value: unknown) => unknown;

/**
 * Compiles the JSON encoder of a message: snake_case names in the order of the contract, every listed field present,
 * explicit nulls where the contract requires them. Throws on values that JSON can't represent (NaN, an enum value that
 * is not set), which are bugs of the handler, not of the caller.
 */
export const messageEncoder: (descriptor: DescMessage) => MessageEncoder = oncePer(compile);

function compile(descriptor: DescMessage): MessageEncoder {
  const list = listField(descriptor);
  if (list) {
    const encodeList = listEncoder(list);
    return (message) => encodeList(message[list.localName]);
  }
  const steps = jsonFields(descriptor).map(fieldStep);
  const count = steps.length;
  return (message) => {
    const json: Record<string, unknown> = {};
    for (let index = 0; index < count; index++) steps[index]!(message, json);
    return json;
  };
}

function fieldStep(field: DescField): Step {
  if (field.oneof !== undefined) return oneofStep(field, field.oneof.localName);
  if (field.fieldKind === "map") throw outsideDialect(field);
  if (field.fieldKind === "list") return alwaysStep(field, listEncoder(field));
  if (field.message !== undefined && isStruct(field.message)) return alwaysStep(field, (value) => value ?? {});
  const encode = lazily(() => valueEncoder(field, encoderOf));
  const isOptional = field.presence === FeatureSet_FieldPresence.EXPLICIT || getOption(field, absent_when_unset);
  if (isOptional) return optionalStep(field, encode);
  const zero = zeroValue(field);
  return alwaysStep(field, (value) => (value === undefined ? zero() : encode(value)));
}

function alwaysStep(field: DescField, encode: (value: unknown) => unknown): Step {
  const { name, localName } = field;
  return (message, json) => {
    json[name] = encode(message[localName]);
  };
}

function optionalStep(field: DescField, encode: (value: unknown) => unknown): Step {
  const { name, localName } = field;
  const printsNull = getOption(field, null_when_unset);
  const flag = field.parent.fields.find((other) => other.name === getOption(field, null_flag))?.localName;
  return (message, json) => {
    const value = message[localName];
    if (value !== undefined) json[name] = encode(value);
    else if (printsNull || (flag !== undefined && message[flag] === true)) json[name] = null;
  };
}

function oneofStep(field: DescField, oneofName: string): Step {
  const { name, localName } = field;
  const encode = lazily(() => valueEncoder(field, encoderOf));
  return (message, json) => {
    const chosen = message[oneofName] as { case?: string; value?: unknown } | undefined;
    if (chosen?.case === localName) json[name] = encode(chosen.value);
  };
}

function listEncoder(field: DescField): (value: unknown) => unknown {
  const encode = lazily(() => valueEncoder(field, encoderOf));
  return (value) => {
    if (value === undefined) return [];
    const items = value as readonly unknown[];
    const json = Array.from<unknown>({ length: items.length });
    for (let index = 0; index < items.length; index++) json[index] = encode(items[index]);
    return json;
  };
}
