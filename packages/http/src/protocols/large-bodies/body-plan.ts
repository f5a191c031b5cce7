import type { DescMessage, Message } from "@bufbuild/protobuf";
import { bodyDecoder, type BodyDecoder } from "../json/message-decoder.ts";
import { parseJsonBody } from "../json/parse-json.ts";
import { type VectorList, vectorListsOf } from "./vector-lists.ts";

/** Decoding plan of a method's JSON bodies, compiled once, because that costs as much as decoding a small body. */
export class BodyPlan {
  readonly lists: readonly VectorList[];
  /** Names of all vector fields, in UTF-8. */
  readonly vectorKeys: readonly Uint8Array[];
  /** Converts a parsed body to the message. */
  readonly fromJson: BodyDecoder;
  /** Maximum number of keys and values of a body, not counting the numbers of vectors. */
  readonly maxValues: number;

  /** `pathFields` are not read from bodies, because the path contains them. */
  constructor(input: DescMessage, pathFields: readonly string[], maxValues: number) {
    this.maxValues = maxValues;
    this.lists = vectorListsOf(input).filter(({ list }) => !pathFields.includes(list.name));
    const encoder = new TextEncoder();
    this.vectorKeys = this.lists.flatMap(({ vectors }) => vectors.map(({ name }) => encoder.encode(name)));
    this.fromJson = bodyDecoder(input, ...pathFields);
  }

  /** Decodes a body by parsing all of its JSON values. */
  decodeWhole(bytes: Uint8Array, maxValues = this.maxValues): Message {
    return this.fromJson(parseJsonBody(bytes, maxValues), bytes);
  }
}
