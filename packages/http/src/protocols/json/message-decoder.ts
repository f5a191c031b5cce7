import { create, type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { invalidArgument, isJsonObject } from "@quarry/plugin/domain";
import { null_flag } from "@quarry/api";
import { oncePer } from "../../rpc/once-per.ts";
import { noteIgnored } from "../unknown-fields/unknown-fields.ts";
import { unknownInJson } from "../unknown-fields/unknown-in-json.ts";
import { jsonFields, listField, mayBeBoolean, outsideDialect, stringField } from "./field-kinds.ts";
import { withPathStep, mustBe, refusingProblems } from "./field-problem.ts";
import { lazily } from "./lazily.ts";
import { type Decode, valueDecoder } from "./value-decoder.ts";

/** Builds a message from parsed JSON. Throws a FieldProblem with the path and the reason. */
export type MessageDecoder = (json: unknown) => Message;

/** Decodes a request body. `text` is its source, to quote values as they were sent. */
export type BodyDecoder = (json: unknown, text?: Uint8Array) => Message;

type MutableMessage = Message & Record<string, unknown>;
type Step = (message: MutableMessage, json: unknown) => void;

/**
 * Compiles the strict JSON decoder of a message. It ignores unknown keys, which `unknownInJson` handles; a null means
 * "not given" (see `null_flag`).
 */
export const messageDecoder: (descriptor: DescMessage) => MessageDecoder = oncePer(compile);

/**
 * Compiles the decoder of a request body, which throws `invalid_argument` instead of problems. Fields in `pathFields` are
 * not read from the body, because the path contains them.
 */
export function bodyDecoder(descriptor: DescMessage, ...pathFields: readonly string[]): BodyDecoder {
  const decode = objectDecoder(descriptor, pathFields);
  const findUnknown = unknownInJson(descriptor, "rest", pathFields);
  return (json, text) => {
    if (!isJsonObject(json)) throw invalidArgument(`The request body ${mustBe("a JSON object", json).message}`);
    const unknown = findUnknown(json);
    const message = refusingProblems(() => decode(json), text && (() => Buffer.from(text).toString("utf8")));
    noteIgnored(message, unknown?.header);
    return message;
  };
}

function compile(descriptor: DescMessage): MessageDecoder {
  const list = listField(descriptor);
  if (list !== undefined) return listMessageDecoder(descriptor, list);
  const decode = objectDecoder(descriptor, []);
  const text = stringField(descriptor);
  if (text !== undefined) return orString(text, decode);
  return mayBeBoolean(descriptor) ? orTrue(descriptor, decode) : decode;
}

const orTrue =
  (descriptor: DescMessage, decode: MessageDecoder): MessageDecoder =>
  (json) => {
    if (json === true) return create(descriptor);
    if (!isJsonObject(json)) throw mustBe("true, false or an object", json);
    return decode(json);
  };

const orString =
  (field: DescField, decode: MessageDecoder): MessageDecoder =>
  (json) => {
    if (typeof json === "string") return decode({ [field.name]: json });
    if (!isJsonObject(json) || typeof json[field.name] !== "string") {
      throw mustBe(`a string, or an object with ${field.name}`, json);
    }
    return decode(json);
  };

function listMessageDecoder(descriptor: DescMessage, list: DescField): MessageDecoder {
  const decode = listDecoder(list);
  return (json) => {
    const message = create(descriptor) as MutableMessage;
    message[list.localName] = decode(json);
    return message;
  };
}

function objectDecoder(descriptor: DescMessage, except: readonly string[]): MessageDecoder {
  const fields = jsonFields(descriptor).filter((field) => !except.includes(field.name));
  const steps = new Map(fields.map((field) => [field.name, fieldStep(field)]));
  return (json) => {
    if (!isJsonObject(json)) throw mustBe("an object", json);
    const message = create(descriptor) as MutableMessage;
    for (const key of Object.keys(json)) {
      const step = steps.get(key);
      if (step === undefined) continue;
      try {
        step(message, json[key]);
      } catch (error) {
        throw withPathStep(error, key);
      }
    }
    return message;
  };
}

function fieldStep(field: DescField): Step {
  if (field.fieldKind === "map") throw outsideDialect(field);
  const { localName } = field;
  const decode = field.fieldKind === "list" ? listDecoder(field) : lazily(() => valueDecoder(field, messageDecoder));
  const flag = field.parent.fields.find((other) => other.name === getOption(field, null_flag))?.localName;
  const oneof = field.oneof?.localName;
  const mayBeFalse = field.fieldKind !== "list" && mayBeBoolean(field.message);
  return (message, json) => {
    if (mayBeFalse && json === false) return;
    if (json !== null) {
      const value = decode(json);
      if (oneof === undefined) message[localName] = value;
      else message[oneof] = { case: localName, value };
    } else if (flag !== undefined) message[flag] = true;
  };
}

function listDecoder(field: DescField): Decode {
  const decode = lazily(() => valueDecoder(field, messageDecoder));
  return (json) => {
    if (!Array.isArray(json)) throw mustBe("an array", json);
    const items = Array.from<unknown>({ length: json.length });
    let index = 0;
    try {
      for (; index < json.length; index++) items[index] = decode(json[index]);
    } catch (error) {
      throw withPathStep(error, `[${index}]`);
    }
    return items;
  };
}
