import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { float32_array } from "@quarry/api";
import { enumNames } from "./enum-names.ts";
import { FieldProblem, mustBe } from "./field-problem.ts";
import { isSixtyFourBit, isStruct, isTimestamp, outsideDialect } from "./field-kinds.ts";
import { float32Bytes } from "./float32-array.ts";
import { checkText, structValue } from "./struct-value.ts";
import { parseTimestamp } from "./timestamp-text.ts";

export type Decode = (json: unknown) => unknown;

/**
 * Decodes one value of a field (one item of a list field) without coercion. The value of a field with `debug_redact` is
 * never quoted in a message.
 */
export function valueDecoder(field: DescField, decoderOf: (message: DescMessage) => Decode): Decode {
  const decode = plainDecoder(field, decoderOf);
  if (!field.proto.options?.debugRedact) return decode;
  return (json) => {
    try {
      return decode(json);
    } catch {
      throw new FieldProblem(`must be ${expectation(field)}`);
    }
  };
}

function plainDecoder(field: DescField, decoderOf: (message: DescMessage) => Decode): Decode {
  if (field.enum !== undefined) return enumDecoder(field);
  if (field.message !== undefined) return messageValueDecoder(field.message, decoderOf);
  if (field.scalar === undefined) throw outsideDialect(field);
  return scalarDecoder(field, field.scalar);
}

const expectation = (field: DescField): string => (field.scalar === ScalarType.STRING ? "a string" : "of another type");

function enumDecoder(field: DescField): Decode {
  const { numberOf, listed } = enumNames(field.enum!);
  return (json) => {
    const number = typeof json === "string" ? numberOf.get(json) : undefined;
    if (number === undefined) throw mustBe(`one of: ${listed}`, json);
    return number;
  };
}

function messageValueDecoder(message: DescMessage, decoderOf: (message: DescMessage) => Decode): Decode {
  if (isStruct(message)) return structValue;
  if (isTimestamp(message)) return parseTimestamp;
  return decoderOf(message);
}

function scalarDecoder(field: DescField, scalar: ScalarType): Decode {
  if (isSixtyFourBit(scalar)) return bigintDecoder;
  switch (scalar) {
    case ScalarType.STRING:
      return stringDecoder;
    case ScalarType.BOOL:
      return booleanDecoder;
    case ScalarType.DOUBLE:
      return doubleDecoder;
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return integerDecoder(-0x8000_0000, 0x7fff_ffff);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return integerDecoder(0, 0xffff_ffff);
    case ScalarType.BYTES:
      if (getOption(field, float32_array)) return float32Bytes;
      throw outsideDialect(field);
    default:
      throw outsideDialect(field);
  }
}

const stringDecoder: Decode = (json) => {
  if (typeof json !== "string") throw mustBe("a string", json);
  return checkText(json);
};

const booleanDecoder: Decode = (json) => {
  if (typeof json !== "boolean") throw mustBe("true or false", json);
  return json;
};

const doubleDecoder: Decode = (json) => {
  if (typeof json !== "number") throw mustBe("a number", json);
  if (!Number.isFinite(json)) throw new FieldProblem("must be a number that a double can hold");
  return json;
};

// JSON does not distinguish 5 from 5.0 or 5e0: all three are the integer 5.
const integerDecoder = (lowest: number, highest: number): Decode => {
  return (json) => {
    if (!Number.isInteger(json)) throw mustBe("an integer", json);
    const number = json as number;
    if (number < lowest || number > highest) throw mustBe(`an integer from ${lowest} to ${highest}`, json);
    return number;
  };
};

const bigintDecoder: Decode = (json) => {
  if (!Number.isInteger(json)) throw mustBe("an integer", json);
  if (!Number.isSafeInteger(json)) throw mustBe("an integer that a double can hold exactly", json);
  return BigInt(json as number);
};
