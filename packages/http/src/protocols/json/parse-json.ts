import { isUtf8 } from "node:buffer";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";
import { exceededShape, MAX_JSON_CONTAINERS, MAX_JSON_DEPTH } from "./json-shape.ts";

/**
 * Size below which bodies are not scanned for depth before parsing. V8 parses without recursion, so deep nesting only
 * costs memory, and little for small bodies. The values of fields are checked when they are decoded.
 */
const SCAN_FROM_BYTES = 65_536;

/**
 * Parses a request body. An empty body is an empty object. The last value of a duplicate key wins, as in `JSON.parse`.
 * Throws `invalid_argument` if the body is not UTF-8, not JSON, nested too deeply, or contains more than `maxValues`
 * keys and values.
 */
export function parseJsonBody(bytes: Uint8Array, maxValues: number): unknown {
  if (bytes.byteLength === 0) return {};
  checkJsonText(bytes, maxValues);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return parseJson(text, (reason) => invalidArgument(`The request body is not valid JSON: ${reason}`));
}

/** Throws `invalid_argument` if JSON text would be too expensive to parse, or is not UTF-8. */
export function checkJsonText(bytes: Uint8Array, maxValues: number, scanFromBytes = SCAN_FROM_BYTES): void {
  if (!isUtf8(bytes)) throw invalidArgument("The request body is not valid UTF-8");
  if (bytes.byteLength < scanFromBytes) return;
  const shape = { depth: MAX_JSON_DEPTH, containers: MAX_JSON_CONTAINERS, values: maxValues };
  const exceeded = exceededShape(bytes, shape);
  if (exceeded === "depth") throw invalidArgument(`The request body is nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (exceeded === "containers") {
    throw invalidArgument(`The request body holds more than ${MAX_JSON_CONTAINERS} arrays and objects`);
  }
  if (exceeded === "values") throw invalidArgument(`The request body holds more than ${maxValues} keys and values`);
}

/** Parses JSON text; the failure's reason is short and includes the position. */
export function parseJson(text: string, failure: (reason: string) => DomainError): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw failure(reasonOf(error, text));
  }
}

/** V8 reports the position only for some errors and quotes the text, which could contain a secret. */
function reasonOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : "";
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return `unexpected text at position ${position}`;
  return /Unexpected end/.test(message) ? `it ends too early, at position ${text.length}` : "unexpected text";
}
