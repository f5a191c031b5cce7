import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";

/**
 * Whether nobody receives an answer any more. Node's HTTP/2 responses know it only by their stream; and of a connection that
 * broke, a failed write is the first to tell.
 */
export function isReceiverGone(response: ServerResponse): boolean {
  const { stream } = response as { readonly stream?: ServerHttp2Stream };
  if (stream !== undefined) return stream.destroyed || stream.closed || stream.errored !== null;
  return response.destroyed || response.closed;
}
