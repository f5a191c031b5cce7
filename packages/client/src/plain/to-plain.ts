import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { float32_array, json_list, null_flag, null_when_unset } from "@quarry/api";
import { InternalError } from "../errors/quarry-error.ts";
import { enumNames } from "./enum-names.ts";
import { numbersOf } from "./float32.ts";

type Fields = Readonly<Record<string, unknown>>;
type Convert = (value: unknown) => unknown;
/** Copies one field of `message` to `plain`. */
type Step = (message: Fields, plain: Record<string, unknown>) => void;

const converters = new WeakMap<DescMessage, Convert>();

/** Converts a message to the REST API's JSON with names in camelCase. Only the bytes of files remain bytes. */
export const toPlain = (schema: DescMessage): Convert => {
  const known = converters.get(schema);
  if (known !== undefined) return known;
  const made = converterOf(schema);
  converters.set(schema, made);
  return made;
};

const converterOf = (schema: DescMessage): Convert => {
  if (schema.typeName === "google.protobuf.Struct") return (value) => value ?? {};
  if (schema.typeName === "google.protobuf.Timestamp") return (value) => isoTime(value as Timestamp);
  if (getOption(schema, json_list)) {
    const { localName } = schema.fields[0]!;
    const items = listConverter(schema.fields[0]!);
    return (message) => items((message as Fields)[localName]);
  }
  const flags = new Set(schema.fields.map((field) => getOption(field, null_flag)));
  const steps = schema.fields.filter(({ name }) => !flags.has(name)).map(stepOf);
  return (message) => {
    const plain: Record<string, unknown> = {};
    for (const step of steps) step(message as Fields, plain);
    return plain;
  };
};

const stepOf = (field: DescField): Step => {
  const { localName } = field;
  if (field.oneof !== undefined) {
    const { localName: oneof } = field.oneof;
    const convert = lazily(() => valueConverter(field));
    return (message, plain) => {
      const { case: chosen, value } = message[oneof] as { readonly case?: string; readonly value?: unknown };
      if (chosen === localName) plain[localName] = convert(value);
    };
  }
  const isStruct = field.message?.typeName === "google.protobuf.Struct" && field.fieldKind === "message";
  const convert = field.fieldKind === "list" ? listConverter(field) : lazily(() => valueConverter(field));
  const isNullWhenUnset = getOption(field, null_when_unset);
  const flag = field.parent.fields.find(({ name }) => name === getOption(field, null_flag))?.localName;
  return (message, plain) => {
    const value = message[localName];
    if (value !== undefined || isStruct) {
      const converted = convert(value);
      if (converted !== undefined) plain[localName] = converted;
    } else if (isNullWhenUnset || (flag !== undefined && message[flag] === true)) plain[localName] = null;
  };
};

const listConverter = (field: DescField): Convert => {
  const convert = lazily(() => valueConverter(field));
  return (items) => (items as readonly unknown[]).map(convert);
};

const valueConverter = (field: DescField): Convert => {
  if (field.message !== undefined) return toPlain(field.message);
  if (field.enum !== undefined) {
    const { nameOf } = enumNames(field.enum);
    // An older service may not set it, and a newer one may send a value without a name here.
    return (value) => (value === 0 ? undefined : (nameOf.get(value as number) ?? String(value)));
  }
  if (field.scalar === ScalarType.BYTES && getOption(field, float32_array)) {
    return (value) => numbersOf(value as Uint8Array);
  }
  return (value) => (typeof value === "bigint" ? exactNumber(field, value) : value);
};

const MS_PER_SECOND = 1_000;
const NANOS_PER_MS = 1_000_000;

/** Digits below milliseconds are truncated, as in the REST API. */
const isoTime = ({ seconds, nanos }: Timestamp): string =>
  new Date(Number(seconds) * MS_PER_SECOND + Math.floor(nanos / NANOS_PER_MS)).toISOString();

const exactNumber = (field: DescField, value: bigint): number => {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new InternalError(`${field.name}: ${value} is too large for an exact number`);
};

/** Compiles on first use, because a message can contain itself. */
const lazily = (make: () => Convert): Convert => {
  let convert: Convert | undefined;
  return (value) => (convert ??= make())(value);
};
