import type { IncomingMessage } from "node:http";
import { DomainError, invalidArgument } from "@quarry/domain";
import type { Receipt } from "./receiving-budget.ts";

/** Bytes in front of a message: its flags, and how long it is. */
const HEAD_BYTES = 5;

/** The flag of a packed message. */
export const PACKED_FLAG = 1;

/** One message of a stream, as it came. */
export interface Frame {
  readonly flags: number;
  readonly data: Uint8Array;
}

/**
 * The messages of a request in the framing that gRPC, gRPC-web and streams of Connect share. Fails with `too_large` at the
 * head of a message over the limit. What a message takes is counted while it arrives, and given back when the next one
 * is asked for.
 */
export async function* framesOf(
  request: IncomingMessage,
  limitBytes: number,
  openReceipt: () => Receipt,
): AsyncGenerator<Frame, void, undefined> {
  const pieces = new Pieces();
  let receipt = openReceipt();
  let head: { readonly flags: number; readonly length: number } | undefined;
  try {
    // Who stops early leaves the rest to be read by somebody else: a request that is destroyed takes the answer with it.
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      receipt.take(piece.byteLength);
      pieces.add(piece);
      for (;;) {
        if (head === undefined) {
          if (pieces.length < HEAD_BYTES) break;
          head = headOf(pieces.take(HEAD_BYTES), limitBytes);
        }
        if (pieces.length < head.length) break;
        yield { flags: head.flags, data: pieces.take(head.length) };
        head = undefined;
        receipt.release();
        receipt = openReceipt();
        receipt.take(pieces.length);
      }
    }
    if (head !== undefined || pieces.length > 0) throw invalidArgument("The request ends within a message");
  } finally {
    receipt.release();
  }
}

function headOf(bytes: Buffer, limitBytes: number): { readonly flags: number; readonly length: number } {
  const length = bytes.readUInt32BE(1);
  if (length > limitBytes) {
    throw new DomainError({ code: "too_large", message: `The request message must be at most ${limitBytes} bytes` });
  }
  return { flags: bytes[0]!, length };
}

/** A message of the framing without anything in it but `data`. */
export function frame(flags: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + data.byteLength);
  bytes[0] = flags;
  new DataView(bytes.buffer).setUint32(1, data.byteLength);
  bytes.set(data, HEAD_BYTES);
  return bytes;
}

/** Bytes that have come and not been taken, in the pieces in which they came: none is copied twice. */
class Pieces {
  length = 0;
  #pieces: Buffer[] = [];

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.length += piece.byteLength;
  }

  /** The first `size` bytes; so many must be there. */
  take(size: number): Buffer {
    const taken = Buffer.allocUnsafe(size);
    let filled = 0;
    let used = 0;
    while (filled < size) {
      const piece = this.#pieces[used]!;
      const part = piece.copy(taken, filled, 0, size - filled);
      filled += part;
      if (part < piece.byteLength) this.#pieces[used] = piece.subarray(part);
      else used += 1;
    }
    this.#pieces.splice(0, used);
    this.length -= size;
    return taken;
  }
}
