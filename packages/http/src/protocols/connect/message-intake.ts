import type { MethodPlan } from "../call/method-plan.ts";
import { continueBody, swallowAnsweredBody, swallowBody } from "../http/answer-before-body.ts";
import type { HttpCall } from "../http/http-call.ts";
import { readBody } from "../http/read-body.ts";
import { frame, framesOf, PACKED_FLAG } from "../intake/frames.ts";
import type { Intake } from "../intake/intake.ts";
import { isPacking, maxUnpackedBytes, type Packing, unpack } from "../intake/unpack.ts";
import { type WireDecoder, wireDecoder, type WireFormat } from "../intake/wire-decoder.ts";
import { maxJsonValues } from "../json/json-shape.ts";
import type { LargeSinks } from "../http/read-body.ts";
import type { LargeBody } from "../intake/large-bodies.ts";
import type { ArrivedMessages } from "./arrived-messages.ts";
import type { Message } from "@bufbuild/protobuf";

/** Encoding of the messages in a request's body. */
interface BodyForm {
  readonly format: WireFormat;
  readonly isFramed: boolean;
  /** Header that names the compression of the messages. */
  readonly packingHeader: string;
}

const FORMS: readonly (readonly [prefix: string, isFramed: boolean, packingHeader: string])[] = [
  ["application/connect+", true, "connect-content-encoding"],
  ["application/grpc-web", true, "grpc-encoding"],
  ["application/grpc", true, "grpc-encoding"],
  ["application/", false, "content-encoding"],
];

/** Returns undefined for a content type of none of the protocols; their library reports it. */
export function bodyForm(contentType: string): BodyForm | undefined {
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase();
  const form = FORMS.find(([prefix]) => type.startsWith(prefix));
  if (form === undefined) return undefined;
  const [, isFramed, packingHeader] = form;
  return { format: type.endsWith("json") ? "json" : "binary", isFramed, packingHeader };
}

const EMPTY = { json: new TextEncoder().encode("{}"), binary: new Uint8Array(0) } as const;

/**
 * Reads the requests of an rpc over Connect, gRPC and gRPC-web, with the same limits as over REST. The protocols'
 * library would decompress and decode any input on the main thread.
 */
export class MessageIntake {
  readonly #intake: Intake;
  readonly #limitBytes: number;
  readonly #decode: WireDecoder;
  readonly #large: Record<WireFormat, LargeSinks<LargeBody> | undefined>;

  constructor(plan: MethodPlan, intake: Intake) {
    const { input } = plan.method;
    this.#intake = intake;
    this.#limitBytes = intake.limitOf(plan);
    const maxValues = maxJsonValues(this.#limitBytes);
    this.#decode = wireDecoder(input, maxValues);
    const large = (format: WireFormat) => intake.large({ typeName: input.typeName, format, pathFields: [], maxValues });
    this.#large = { json: large("json"), binary: large("binary") };
  }

  /**
   * Returns a body for the library with an empty placeholder for each message. A message is decoded when the library
   * reads its placeholder, because the caller is known only then. Adapts the headers to the new body. Returns undefined
   * if the library must read the body itself.
   */
  take(call: HttpCall, headers: Headers, arrived: ArrivedMessages): AsyncIterable<Uint8Array> | undefined {
    const form = bodyForm(headers.get("content-type") ?? "");
    if (form === undefined) return undefined;
    const encoding = headers.get(form.packingHeader);
    const packing = isPacking(encoding) ? encoding : undefined;
    if (packing === undefined && encoding !== null && encoding !== "identity") return undefined;
    headers.delete(form.packingHeader);
    headers.delete("content-length");
    return form.isFramed ? this.#framed(call, form, packing, arrived) : this.#whole(call, form, packing, arrived);
  }

  async *#whole(
    call: HttpCall,
    { format }: BodyForm,
    packing: Packing | undefined,
    arrived: ArrivedMessages,
  ): AsyncGenerator<Uint8Array> {
    const receipt = this.#intake.budget.open(call.principal?.name);
    try {
      const large = packing === undefined ? this.#large[format] : undefined;
      const unpackedBytes = (bytes: number) => (packing === undefined ? 0 : maxUnpackedBytes(bytes, this.#limitBytes));
      const body = await readBody(call, { limitBytes: this.#limitBytes, receipt, unpackedBytes, large });
      if (!(body instanceof Uint8Array)) arrived.add(await body.decode());
      else if (packing === undefined) arrived.add(this.#decode(body, format));
      else arrived.add(await this.#unpacked(body, packing, format));
    } catch (error) {
      void swallowAnsweredBody(call);
      throw error;
    } finally {
      receipt.release();
    }
    yield EMPTY[format];
  }

  async *#framed(
    call: HttpCall,
    { format }: BodyForm,
    packing: Packing | undefined,
    arrived: ArrivedMessages,
  ): AsyncGenerator<Uint8Array> {
    continueBody(call);
    const { budget } = this.#intake;
    const openReceipt = () => budget.open(call.principal?.name);
    const unpackedBytes = (flags: number, length: number) =>
      packing !== undefined && (flags & PACKED_FLAG) !== 0 ? maxUnpackedBytes(length, this.#limitBytes) : 0;
    const frames = framesOf(call.request, this.#limitBytes, openReceipt, unpackedBytes);
    try {
      for await (const { flags, data } of frames) {
        const isPacked = (flags & PACKED_FLAG) !== 0;
        if ((flags & ~PACKED_FLAG) !== 0 || (isPacked && packing === undefined)) {
          // Not a message, or not one that can be decompressed: the library reports the error.
          yield frame(flags, EMPTY[format]);
          continue;
        }
        arrived.add(isPacked ? await this.#unpacked(data, packing!, format) : await this.#decoded(data, format));
        yield frame(0, EMPTY[format]);
      }
    } catch (error) {
      // Node's HTTP/2 clients lose an answer that arrives while they have megabytes still to send, and lose the
      // connection too.
      await swallowBody(call.request);
      throw error;
    } finally {
      // The request can be answered before its end.
      void swallowAnsweredBody(call);
    }
  }

  async #unpacked(packed: Uint8Array, packing: Packing, format: WireFormat): Promise<Message> {
    return await this.#decoded(await unpack(packed, packing, this.#limitBytes), format);
  }

  async #decoded(bytes: Uint8Array, format: WireFormat): Promise<Message> {
    const large = this.#large[format];
    if (large === undefined || bytes.byteLength < large.fromBytes) return this.#decode(bytes, format);
    const body = large.open(bytes.byteLength);
    body.write(bytes);
    return await body.decode();
  }
}
