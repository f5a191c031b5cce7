import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";

/**
 * Whether the receiver of an answer has disconnected. Node's HTTP/2 responses know it only through their stream, and
 * for a broken connection a failed write is the first sign.
 */
export function isReceiverClosed(response: ServerResponse): boolean {
  const { stream } = response as { readonly stream?: ServerHttp2Stream };
  if (stream !== undefined) return stream.destroyed || stream.closed || stream.errored !== null;
  return response.destroyed || response.closed;
}
