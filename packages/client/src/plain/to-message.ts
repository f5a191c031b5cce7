import { type DescEnum, type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { float32_array, json_boolean, json_list, json_string, null_flag } from "@quarry/api";
import { InvalidArgumentError } from "../errors/quarry-error.ts";
import { enumNames } from "./enum-names.ts";
import { bytesOf } from "./float32.ts";

type Fields = Readonly<Record<string, unknown>>;
/** Converts the value at `path` of a request. */
type Convert = (value: unknown, path: string) => unknown;
type Write = (value: unknown, path: string, message: Record<string, unknown>) => void;

const converters = new WeakMap<DescMessage, Convert>();

/** Converts a plain request to the init of its message. Throws an InvalidArgumentError that names the field. */
export const toMessage = (schema: DescMessage): Convert => {
  const known = converters.get(schema);
  if (known !== undefined) return known;
  const made = converterOf(schema);
  converters.set(schema, made);
  return made;
};

const converterOf = (schema: DescMessage): Convert => {
  if (schema.typeName === "google.protobuf.Struct") return structOf;
  if (schema.typeName === "google.protobuf.Timestamp") return timestampOf;
  const flags = new Set(schema.fields.map((field) => getOption(field, null_flag)));
  const fields = schema.fields.filter(({ name }) => !flags.has(name));
  const writes = new Map(fields.map((field) => [field.localName, writeOf(field)]));
  const expand = shortForms(schema);
  return (input, path) => {
    const message: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(expand(input, path))) {
      const at = path === "" ? name : `${path}.${name}`;
      const write = writes.get(name);
      if (write === undefined) {
        throw new InvalidArgumentError(
          `${at}: is not a field of this request, which has ${[...writes.keys()].join(", ")}`,
        );
      }
      if (value !== undefined) write(value, at, message);
    }
    return message;
  };
};

/** Expands the short forms of a message: a list, a string, or true in place of an object. */
const shortForms = (schema: DescMessage): ((input: unknown, path: string) => Fields) => {
  const [isList, isString] = [getOption(schema, json_list), getOption(schema, json_string)];
  const isBoolean = getOption(schema, json_boolean);
  const first = schema.fields[0]?.localName ?? "";
  return (input, path) => {
    if ((isList && Array.isArray(input)) || (isString && typeof input === "string")) return { [first]: input };
    if (isBoolean && input === true) return {};
    if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Fields;
    throw mustBe("an object", path, input);
  };
};

const writeOf = (field: DescField): Write => {
  const { localName, oneof } = field;
  const flag = field.parent.fields.find(({ name }) => name === getOption(field, null_flag))?.localName;
  const mayBeFalse = field.message !== undefined && getOption(field.message, json_boolean);
  let convert: Convert | undefined;
  return (value, path, message) => {
    if (value === null) {
      if (flag !== undefined) message[flag] = true;
      return;
    }
    if (mayBeFalse && value === false) return;
    convert ??= valueConverter(field);
    const each = convert;
    const converted =
      field.fieldKind === "list"
        ? listAt(value, path).map((item, at) => each(item, `${path}[${at}]`))
        : each(value, path);
    if (oneof === undefined) message[localName] = converted;
    else message[oneof.localName] = { case: localName, value: converted };
  };
};

const listAt = (value: unknown, path: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw mustBe("an array", path, value);
};

const valueConverter = (field: DescField): Convert => {
  const convert = shownConverter(field);
  // A secret of the wrong type must not appear in an error message, as in the service.
  if (!field.proto.options?.debugRedact) return convert;
  return (value, path) => {
    try {
      return convert(value, path);
    } catch {
      throw new InvalidArgumentError(
        `${path}: must be ${field.scalar === ScalarType.STRING ? "a string" : "of another type"}`,
      );
    }
  };
};

const shownConverter = (field: DescField): Convert => {
  if (field.message !== undefined) return toMessage(field.message);
  if (field.enum !== undefined) return enumConverter(field.enum);
  switch (field.scalar) {
    case ScalarType.STRING:
      return checked("a string", (value) => typeof value === "string");
    case ScalarType.BOOL:
      return checked("true or false", (value) => typeof value === "boolean");
    case ScalarType.DOUBLE:
      return checked("a number", Number.isFinite);
    case ScalarType.INT64:
      return int64Of;
    case ScalarType.BYTES:
      return getOption(field, float32_array) ? float32Of : checked("bytes", (value) => value instanceof Uint8Array);
    default:
      // All other integers of the contract are int32.
      return checked("a 32-bit integer", (value) => Number.isInteger(value) && value === (value as number) >> 0);
  }
};

const enumConverter = (type: DescEnum): Convert => {
  const { numberOf } = enumNames(type);
  return (name, path) => {
    const number = numberOf.get(name as string);
    if (number !== undefined) return number;
    throw mustBe(`one of ${[...numberOf.keys()].join(", ")}`, path, name);
  };
};

const checked =
  (expected: string, isIt: (value: unknown) => boolean): Convert =>
  (value, path) => {
    if (isIt(value)) return value;
    throw mustBe(expected, path, value);
  };

const int64Of: Convert = (value, path) => {
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  throw mustBe(Number.isInteger(value) ? "an integer that a double can hold exactly" : "an integer", path, value);
};

const float32Of: Convert = (value, path) => {
  if (!(value instanceof Float32Array) && !Array.isArray(value)) throw mustBe("an array of numbers", path, value);
  const wrong = value.findIndex((number) => !Number.isFinite(number));
  if (wrong >= 0) throw mustBe("a number", `${path}[${wrong}]`, value[wrong]);
  return bytesOf(value as readonly number[] | Float32Array);
};

/** ISO 8601 with a time zone, as the contract requires: without one the time would depend on the reader's time zone. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

const timestampOf: Convert = (value, path) => {
  const isTime = value instanceof Date || (typeof value === "string" && ISO_8601.test(value));
  const time = isTime ? new Date(value) : undefined;
  if (time !== undefined && !Number.isNaN(time.getTime())) return timestampFromDate(time);
  throw mustBe("a Date or an ISO 8601 timestamp such as 2026-11-20T10:00:00.000Z", path, value);
};

const structOf: Convert = (value, path) => {
  if (isPlainObject(value)) return jsonOf(value, path);
  throw mustBe("a JSON object", path, value);
};

/**
 * Copies a value without undefined members. The encoder would send null or {} for values that JSON does not support.
 */
const jsonOf: Convert = (value, path) => {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item, at) => jsonOf(item, `${path}[${at}]`));
  if (!isPlainObject(value)) throw mustBe("JSON", path, value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, jsonOf(member, `${path}.${name}`)]));
};

const isPlainObject = (value: unknown): value is object => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm, such as a frame, has a different Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

const mustBe = (expected: string, path: string, value: unknown): InvalidArgumentError =>
  new InvalidArgumentError(`${path === "" ? "the request" : path}: must be ${expected}, got ${shown(value)}`);

const LONGEST_SHOWN = 100;

/** Formats a value for a message. Of an object, which can be large, it shows only the type. */
const shown = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value.slice(0, LONGEST_SHOWN));
  return typeof value === "object" ? Object.prototype.toString.call(value) : String(value);
};
