import { create, type DescMessage, type Message, toBinary, toJsonString } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { createContextKey } from "@connectrpc/connect";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { TimeSlice } from "@quarry/plugin/time-slice";
import { PagedList } from "../../rpc/handler.ts";
import type { AnswerReceipt } from "../call/answer-budget.ts";
import { isLongMessage, listsOf } from "../json/json-segments.ts";
import type { MessageFields } from "../json/message-encoder.ts";
import { bodyForm } from "./message-intake.ts";

/** Size of the header of a message in a stream: its flags and its length. */
const HEAD_BYTES = 5;

/**
 * Long answer, encoded in time slices. The protocol's library encodes a whole message at a time: it gets an empty
 * message, which is replaced by these bytes.
 */
export class WrittenAnswer {
  #parts: readonly Uint8Array[] | undefined;

  /**
   * Encodes the answer and returns the message for the library to write. Fails with `too_large` beyond the maximum
   * answer size.
   */
  async write(
    descriptor: DescMessage,
    output: MessageFields,
    contentType: string,
    receipt: AnswerReceipt,
  ): Promise<MessageFields> {
    if (receipt.reserved === 0 && !isLongMessage(descriptor, output)) return output;
    const writer = new MessageWriter(receipt);
    this.#parts =
      bodyForm(contentType)?.format === "json"
        ? await writer.json(descriptor, output)
        : await writer.binary(descriptor, output);
    receipt.settle();
    return {};
  }

  /** Returns the library's response with the answer in it. */
  sentIn(response: UniversalServerResponse): UniversalServerResponse {
    const segments = this.#parts;
    if (segments === undefined) return response;
    const length = lengthOf(segments);
    const { isFramed = false } = bodyForm(response.header?.get("content-type") ?? "") ?? {};
    if (isFramed) return { ...response, body: framed(segments, length, response.body as AsyncIterable<Uint8Array>) };
    response.header?.set("content-length", String(length));
    return { ...response, body: iterated(segments) };
  }
}

/** Context key that passes the answer from the handler to the code that sends the response. */
export const writtenKey = createContextKey<WrittenAnswer | undefined>(undefined, { description: "written answer" });

async function* iterated(segments: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* segments;
}

/** Replaces the first message of the body, which is the empty one; the end of the stream can follow it. */
async function* framed(
  segments: readonly Uint8Array[],
  length: number,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const head = new Uint8Array(HEAD_BYTES);
  new DataView(head.buffer).setUint32(1, length);
  yield head;
  yield* segments;
  let skipped: number | undefined;
  for await (const chunk of body) {
    skipped ??= HEAD_BYTES + new DataView(chunk.buffer, chunk.byteOffset).getUint32(1);
    const rest = chunk.subarray(Math.min(skipped, chunk.byteLength));
    skipped -= chunk.byteLength - rest.byteLength;
    if (rest.byteLength > 0) yield rest;
  }
}

const lengthOf = (segments: readonly Uint8Array[]): number =>
  segments.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Encodes a message, with each message of its lists separately. */
class MessageWriter {
  readonly #receipt: AnswerReceipt;
  readonly #slice = new TimeSlice();
  #written = 0;

  constructor(receipt: AnswerReceipt) {
    this.#receipt = receipt;
  }

  /** Encodes the lists last, because fields can have any order. */
  async binary(descriptor: DescMessage, message: MessageFields): Promise<Uint8Array[]> {
    const lists = listsOf(descriptor);
    const segments = [await this.#counted(toBinary(descriptor, withoutLists(descriptor, message)))];
    for (const { localName, number, message: item } of lists) {
      for await (const each of itemsOf(message[localName])) {
        const inner = await this.binary(item!, each);
        const head = new BinaryWriter().tag(number, WireType.LengthDelimited).uint32(lengthOf(inner)).finish();
        segments.push(head, ...inner);
      }
    }
    return segments;
  }

  async json(descriptor: DescMessage, message: MessageFields): Promise<Uint8Array[]> {
    const lists = listsOf(descriptor);
    const text = toJsonString(descriptor, withoutLists(descriptor, message));
    if (lists.length === 0) return [await this.#counted(Buffer.from(text))];
    let before = text.slice(0, -1);
    const segments: Uint8Array[] = [];
    for (const { jsonName, localName, message: item } of lists) {
      before += `${before === "{" ? "" : ","}${JSON.stringify(jsonName)}:[`;
      let separator = "";
      for await (const each of itemsOf(message[localName])) {
        segments.push(Buffer.from(before + separator), ...(await this.json(item!, each)));
        [before, separator] = ["", ","];
      }
      before += "]";
    }
    segments.push(Buffer.from(`${before}}`));
    return segments;
  }

  async #counted(segment: Uint8Array): Promise<Uint8Array> {
    this.#written += segment.byteLength;
    await this.#receipt.reserveTotal(this.#written);
    if (this.#slice.isOver) await this.#slice.renew();
    return segment;
  }
}

const withoutLists = (descriptor: DescMessage, message: MessageFields): Message => {
  const lists = listsOf(descriptor);
  if (lists.length === 0) return create(descriptor, message as never);
  const empty = Object.fromEntries(lists.map(({ localName }) => [localName, []]));
  return create(descriptor, { ...message, ...empty } as never);
};

async function* itemsOf(list: unknown): AsyncGenerator<MessageFields> {
  if (list instanceof PagedList) for await (const page of list.pages) yield* page as readonly MessageFields[];
  else yield* (list ?? []) as readonly MessageFields[];
}
