import { type DescMessage, fromBinary, fromJson, type JsonValue, type Message } from "@bufbuild/protobuf";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";
import { checkJsonText, parseJson } from "../json/parse-json.ts";
import { noteIgnored } from "../unknown-fields/unknown-fields.ts";
import { unknownInJson } from "../unknown-fields/unknown-in-json.ts";
import { checkWireShape } from "./wire-shape.ts";
import { wireChecker } from "./wire-checker.ts";

/** The formats of Protobuf itself, as Connect and gRPC carry them. */
export type WireFormat = "json" | "binary";

/** Decodes one message, and checks what no rule of the contract says. Throws `invalid_argument`. */
export type WireDecoder = (bytes: Uint8Array, format: WireFormat) => Message;

/** Decodes messages whose shape is within bounds: that is looked at before anything is made of them. */
export function wireDecoder(input: DescMessage, maxValues: number): WireDecoder {
  const check = wireChecker(input);
  const findUnknown = unknownInJson(input, "wire");
  return (received, format) => {
    // A slice of a Buffer is a Buffer, and messages hold plain arrays.
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

/** Turns the library's errors on a message into `invalid_argument`. */
function refusing<Value>(decode: () => Value): Value {
  try {
    return decode();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalidArgument(error instanceof Error ? error.message : String(error));
  }
}
