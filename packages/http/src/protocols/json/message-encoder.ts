import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence, type Timestamp } from "@bufbuild/protobuf/wkt";
import { absent_when_unset, float32_array, null_flag, null_when_unset } from "@quarry/api";
import { oncePer } from "../../rpc/once-per.ts";
import { enumNames } from "./enum-names.ts";
import { isSixtyFourBit, isStruct, isTimestamp, jsonFields, listField, outsideDialect } from "./field-kinds.ts";
import { float32ArrayOf, shortestDouble } from "./float32-array.ts";
import { lazily } from "./lazily.ts";
import { timestampText } from "./timestamp-text.ts";

/** Message as its handler returned it: complete, or only the fields that differ from their zero value. */
export type MessageFields = Readonly<Record<string, unknown>>;

/** Converts a message to the value that `JSON.stringify` prints. */
export type MessageEncoder = (message: MessageFields) => unknown;

type Step = (message: MessageFields, json: Record<string, unknown>) => void;

type Encode = (value: unknown) => unknown;

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
  const encode = lazily(() => valueEncoder(field));
  const isOptional = field.presence === FeatureSet_FieldPresence.EXPLICIT || getOption(field, absent_when_unset);
  if (isOptional) return optionalStep(field, encode);
  const zero = zeroValue(field);
  return alwaysStep(field, (value) => (value === undefined ? zero() : encode(value)));
}

function alwaysStep(field: DescField, encode: Encode): Step {
  const { name, localName } = field;
  return (message, json) => {
    json[name] = encode(message[localName]);
  };
}

function optionalStep(field: DescField, encode: Encode): Step {
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
  const encode = lazily(() => valueEncoder(field));
  return (message, json) => {
    const chosen = message[oneofName] as { case?: string; value?: unknown } | undefined;
    if (chosen?.case === localName) json[name] = encode(chosen.value);
  };
}

function listEncoder(field: DescField): Encode {
  const encode = lazily(() => valueEncoder(field));
  return (value) => {
    if (value === undefined) return [];
    const items = value as readonly unknown[];
    const json = Array.from<unknown>({ length: items.length });
    for (let index = 0; index < items.length; index++) json[index] = encode(items[index]);
    return json;
  };
}

/** Encodes one value of a field (one item of a list field). */
function valueEncoder(field: DescField): Encode {
  if (field.enum !== undefined) return enumEncoder(field);
  if (field.message !== undefined) return messageValueEncoder(field.message);
  if (field.scalar === undefined) throw outsideDialect(field);
  return scalarEncoder(field, field.scalar);
}

/** Returns the JSON value of a field without presence that the handler omitted. */
function zeroValue(field: DescField): () => unknown {
  if (field.scalar === ScalarType.STRING) return () => "";
  if (field.scalar === ScalarType.BOOL) return () => false;
  if (field.scalar === ScalarType.BYTES) return () => (getOption(field, float32_array) ? [] : "");
  if (field.enum !== undefined) return () => enumEncoder(field)(0);
  return () => 0;
}

function enumEncoder(field: DescField): Encode {
  const { nameOf } = enumNames(field.enum!);
  return (value) => {
    const name = nameOf.get(value as number);
    if (name === undefined)
      throw new Error(`${field.parent.typeName}.${field.name}: ${String(value)} has no JSON name`);
    return name;
  };
}

function messageValueEncoder(message: DescMessage): Encode {
  if (isStruct(message)) return (value) => value;
  if (isTimestamp(message)) return (value) => timestampText(value as Timestamp);
  return messageEncoder(message) as Encode;
}

function scalarEncoder(field: DescField, scalar: ScalarType): Encode {
  if (isSixtyFourBit(scalar)) return Number;
  switch (scalar) {
    case ScalarType.BYTES:
      return getOption(field, float32_array) ? floatsEncoder : base64Encoder;
    case ScalarType.DOUBLE:
      return finiteEncoder(field);
    case ScalarType.FLOAT:
      // A float32 printed as a double shows rounding noise (0.1 as 0.10000000149011612): the contract has only doubles.
      throw outsideDialect(field);
    default:
      return (value) => value;
  }
}

const floatsEncoder: Encode = (value) => Array.from(float32ArrayOf(value as Uint8Array), shortestDouble);

const base64Encoder: Encode = (value) => {
  const bytes = value as Uint8Array;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
};

const finiteEncoder = (field: DescField): Encode => {
  return (value) => {
    // JSON.stringify would print null, which the contract does not allow here.
    if (!Number.isFinite(value)) throw new Error(`${field.parent.typeName}.${field.name}: ${String(value)} is no JSON`);
    return value;
  };
};
