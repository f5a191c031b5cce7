import type { ServerResponse } from "node:http";
import { isReceiverGone } from "./receiver.ts";

/**
 * Writes a chunk and waits until the receiver has room for more. Answers false when the receiver is gone: then there
 * is no use in going on. A receiver that leaves while we wait ends the wait.
 */
export function writeChunk(response: ServerResponse, chunk: string | Uint8Array): boolean | Promise<boolean> {
  if (isReceiverGone(response)) return false;
  if (response.write(chunk)) return true;
  return new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle);
      resolve(!isReceiverGone(response));
    };
    response.once("drain", settle).once("close", settle);
  });
}
