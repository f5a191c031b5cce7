import { create, type DescField, type DescMessage, getOption, type Message, ScalarType } from "@bufbuild/protobuf";
import { multipart_part } from "@quarry/api";
import { describeValue, invalidArgument } from "@quarry/plugin/domain";
import { type FormFile, MAX_FIELD_BYTES, type MultipartReader } from "../http/multipart-reader.ts";
import { isTimestamp, listField } from "../json/field-kinds.ts";
import { withPathStep, refusingProblems } from "../json/field-problem.ts";
import { parseJson } from "../json/parse-json.ts";
import { valueDecoder } from "../json/value-decoder.ts";
import { messageDecoder } from "../json/message-decoder.ts";
import type { UnknownFields } from "../unknown-fields/unknown-fields.ts";
import { messageOf } from "./handle-stream.ts";

/** Converts the parts of a form to the messages of a client-streaming rpc; see the option `multipart_part`. */
export type UploadMessages = (
  header: Message,
  reader: MultipartReader,
  unknown: UnknownFields,
) => AsyncGenerator<Message, void, undefined>;

interface UploadPlan {
  readonly file: DescField;
  readonly chunk: DescField;
  readonly texts: ReadonlyMap<string, TextPart>;
  readonly maxFiles: number;
}

interface TextPart {
  readonly field: DescField;
  readonly decode: (text: string) => unknown;
}

/**
 * Compiles the mapping to stream messages. The header comes first. A part with the name of the file field starts a
 * file, and its bytes follow as chunks. Text parts become their fields. Unknown parts are ignored, unless their name is
 * similar to a known one. A problem of the form fails the stream, so the handler is notified and stores nothing.
 */
export function uploadMessages(input: DescMessage, maxFiles: number): UploadMessages {
  const plan = uploadPlan(input, maxFiles);
  return (header, reader, unknown) => readMessages(plan, header, reader, unknown);
}

async function* readMessages(
  plan: UploadPlan,
  header: Message,
  reader: MultipartReader,
  unknown: UnknownFields,
): AsyncGenerator<Message> {
  const name = partName(plan.file);
  const known = [name, ...plan.texts.keys()];
  const seenTexts = new Set<string>();
  let files = 0;
  yield header;
  for await (const part of reader.parts()) {
    if (part.kind === "file" && part.name === name) {
      if (++files > plan.maxFiles) throw tooManyFiles(name, plan.maxFiles);
      yield* fileMessages(plan, name, part.file);
    } else if (part.kind === "file") {
      if (plan.texts.has(part.name)) throw invalidArgument(`${part.name}: must be a text field, got a file`);
      unknown.add(part.name, known);
      part.file.skip();
    } else if (part.name === name) {
      throw invalidArgument(`${name}: must be a file with a file name, got a text field`);
    } else {
      const text = plan.texts.get(part.name);
      if (text === undefined) {
        unknown.add(part.name, known);
        continue;
      }
      if (part.isTruncated) throw invalidArgument(`${part.name}: must be at most ${MAX_FIELD_BYTES} bytes, got more`);
      if (seenTexts.has(part.name)) throw invalidArgument(`${part.name}: must be given once, got it several times`);
      seenTexts.add(part.name);
      yield messageOf(text.field, text.decode(part.value));
    }
  }
  if (files === 0) throw invalidArgument(`${name}: is required, as a file of the form, got none`);
}

async function* fileMessages(plan: UploadPlan, name: string, file: FormFile): AsyncGenerator<Message> {
  const { filename } = file;
  if (filename === undefined || filename === "") {
    throw invalidArgument(`${name}: must be a file with a file name, got a part without one`);
  }
  const start = create(plan.file.message!, { filename, mediaType: file.mediaType } as never);
  yield messageOf(plan.file, start);
  for await (const chunk of file.bytes) yield messageOf(plan.chunk, chunk);
}

function uploadPlan(input: DescMessage, maxFiles: number): UploadPlan {
  const named = input.fields.filter((field) => partName(field) !== "");
  const file = named.find((field) => field.message?.fields.some((inner) => inner.name === "filename"));
  const chunk = input.fields.find((field) => field.scalar === ScalarType.BYTES);
  if (file === undefined || chunk === undefined) throw new Error(`${input.typeName}: has no file or no chunk field`);
  const texts = named.filter((field) => field !== file).map((field) => [partName(field), textPart(field)] as const);
  return { file, chunk, texts: new Map(texts), maxFiles };
}

const partName = (field: DescField): string => getOption(field, multipart_part);

function textPart(field: DescField): TextPart {
  const decode = valueDecoder(field, messageDecoder);
  const isText = isPlainText(field);
  const parse = (text: string) => parseJson(text, (reason) => invalidArgument(`${notJson(field, text)} (${reason})`));
  return { field, decode: (text) => decodeText(field, text, () => decode(isText ? text : parse(text))) };
}

/** Whether a form contains the value as plain text and not as JSON. */
const isPlainText = ({ scalar, enum: names, message }: DescField): boolean =>
  scalar === ScalarType.STRING || names !== undefined || (message !== undefined && isTimestamp(message));

const notJson = (field: DescField, text: string): string => {
  const kind = field.message !== undefined && listField(field.message) !== undefined ? "array" : "object";
  return `${partName(field)}: must be a string that holds a JSON ${kind}, got ${describeValue(text)}`;
};

function decodeText(field: DescField, text: string, decode: () => unknown): unknown {
  return refusingProblems(
    () => {
      try {
        return decode();
      } catch (error) {
        throw withPathStep(error, partName(field));
      }
    },
    () => text,
  );
}

const tooManyFiles = (name: string, maxFiles: number) =>
  invalidArgument(`${name}: must be ${maxFiles === 1 ? "one file" : `at most ${maxFiles} files`}, got more`);
