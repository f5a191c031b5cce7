import { type DescField, type DescMessage, getOption, type Message } from "@bufbuild/protobuf";
import { float32_array } from "@quarry/api";
import { bodyDecoder, type MessageDecoder } from "../json/message-decoder.ts";
import { parseJsonBody } from "../json/parse-json.ts";

/** A list of messages some of whose fields are vectors. */
interface VectorList {
  readonly name: string;
  readonly vectorNames: readonly string[];
}

/** All that is known of a method's JSON bodies before one comes; made once, for it costs as much as a small body does. */
export class BodyPlan {
  readonly lists: readonly VectorList[];
  /** The names of all vectors, in UTF-8. */
  readonly vectorKeys: readonly Uint8Array[];
  /** Makes the message of a parsed body. */
  readonly fromJson: MessageDecoder;

  /** Fields that the path carries are not read from bodies. */
  constructor(input: DescMessage, pathFields: readonly string[]) {
    this.lists = vectorListsOf(input, pathFields);
    const encoder = new TextEncoder();
    this.vectorKeys = this.lists.flatMap(({ vectorNames }) => vectorNames.map((name) => encoder.encode(name)));
    this.fromJson = bodyDecoder(input, ...pathFields);
  }

  /** Decodes a body by way of the JSON values of all it holds. */
  decodeWhole(bytes: Uint8Array): Message {
    return this.fromJson(parseJsonBody(bytes));
  }
}

const vectorListsOf = (input: DescMessage, pathFields: readonly string[]): readonly VectorList[] =>
  input.fields
    .filter((field) => field.fieldKind === "list" && !pathFields.includes(field.name))
    .map((field) => ({ name: field.name, vectorNames: (field.message?.fields ?? []).filter(isVector).map(nameOf) }))
    .filter(({ vectorNames }) => vectorNames.length > 0);

const isVector = (field: DescField): boolean => field.fieldKind === "scalar" && getOption(field, float32_array);
const nameOf = ({ name }: DescField): string => name;
