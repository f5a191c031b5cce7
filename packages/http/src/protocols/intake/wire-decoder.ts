import { type DescMessage, fromBinary, fromJson, type JsonValue, type Message } from "@bufbuild/protobuf";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";
import { checkJsonText, parseJson } from "../json/parse-json.ts";
import { noteIgnored } from "../unknown-fields/unknown-fields.ts";
import { unknownInJson } from "../unknown-fields/unknown-in-json.ts";
import { checkWireShape } from "./wire-shape.ts";
import { wireChecker } from "./wire-checker.ts";

/** Formats of Protobuf itself, as used by Connect and gRPC. */
export type WireFormat = "json" | "binary";

/** Decodes one message, with the checks that the contract's rules do not express. Throws `invalid_argument`. */
export type WireDecoder = (bytes: Uint8Array, format: WireFormat) => Message;

/** Compiles the decoder of a message. It checks the limits on the message's shape before anything is allocated. */
export function wireDecoder(input: DescMessage, maxValues: number): WireDecoder {
  const check = wireChecker(input);
  const findUnknown = unknownInJson(input, "wire");
  return (received, format) => {
    // A slice of a Buffer is a Buffer, and messages contain plain arrays.
    const bytes = new Uint8Array(received.buffer, received.byteOffset, received.byteLength);
    if (format === "json") checkJsonText(bytes, maxValues, 0);
    else refusing(() => checkWireShape(input, bytes, maxValues));
    const message = refusing(() => (format === "json" ? decodeJson(textOf(bytes)) : fromBinary(input, bytes)));
    check?.(message, format === "json" ? () => textOf(bytes) : undefined);
    return message;
  };

  function decodeJson(text: string): Message {
    const json = parseJson(text, (reason) => invalidArgument(`The message is not valid JSON: ${reason}`));
    const unknown = findUnknown(json);
    const message = fromJson(input, json as JsonValue, { ignoreUnknownFields: true });
    noteIgnored(message, unknown?.header);
    return message;
  }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  byteLength === 0 ? "{}" : Buffer.from(buffer, byteOffset, byteLength).toString("utf8");

/** Converts the library's errors on a message to `invalid_argument`. */
function refusing<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalidArgument(error instanceof Error ? error.message : String(error));
  }
}
