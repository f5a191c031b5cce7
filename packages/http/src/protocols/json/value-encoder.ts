import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { float32_array } from "@quarry/api";
import { enumNames } from "./enum-names.ts";
import { isSixtyFourBit, isStruct, isTimestamp, outsideDialect } from "./field-kinds.ts";
import { float32ArrayOf, shortestDouble } from "./float32-array.ts";
import { timestampText } from "./timestamp-text.ts";

type Encode = (value: unknown) => unknown;

/** Encodes one value of a field (one item of a list field). */
export function valueEncoder(field: DescField, encoderOf: (message: DescMessage) => Encode): Encode {
  if (field.enum !== undefined) return enumEncoder(field);
  if (field.message !== undefined) return messageValueEncoder(field.message, encoderOf);
  if (field.scalar === undefined) throw outsideDialect(field);
  return scalarEncoder(field, field.scalar);
}

/** Returns the JSON value of a field without presence that the handler omitted. */
export function zeroValue(field: DescField): () => unknown {
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

function messageValueEncoder(message: DescMessage, encoderOf: (message: DescMessage) => Encode): Encode {
  if (isStruct(message)) return (value) => value;
  if (isTimestamp(message)) return (value) => timestampText(value as Timestamp);
  return encoderOf(message);
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
