import type { ServerResponse } from "node:http";
import { isReceiverClosed } from "./receiver.ts";

/**
 * Writes a chunk and waits until the receiver can accept more. Returns false if the receiver has disconnected, because
 * further writes are then useless. A receiver that disconnects during the wait ends it.
 */
export function writeChunk(response: ServerResponse, chunk: string | Uint8Array): boolean | Promise<boolean> {
  if (isReceiverClosed(response)) return false;
  if (response.write(chunk)) return true;
  return new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle);
      resolve(!isReceiverClosed(response));
    };
    response.once("drain", settle).once("close", settle);
  });
}
