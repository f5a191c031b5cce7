import type { IncomingMessage } from "node:http";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";
import { appendSegment } from "../http/append-segment.ts";
import type { Receipt } from "../call/memory-budget.ts";

/** Size of a message's header: its flags and its length. */
const HEAD_BYTES = 5;

/** Maximum time from a message's first byte to its last: the same as for a whole body over REST. */
const MESSAGE_TIMEOUT_MS = 300_000;

/** Flag of a compressed message. */
export const PACKED_FLAG = 1;

/** One message of a stream, as received. */
export interface Frame {
  readonly flags: number;
  readonly data: Uint8Array;
}

/**
 * Yields the messages of a request in the framing that gRPC, gRPC-web and Connect streams share. Fails with `too_large`
 * at the header of a message over the limit. After its header, a message waits for memory for all of its bytes and for
 * its decompressed size. The memory is released when the next message is requested.
 */
export async function* framesOf(
  request: IncomingMessage,
  limitBytes: number,
  openReceipt: () => Receipt,
  unpackedBytes: (flags: number, length: number) => number = () => 0,
): AsyncGenerator<Frame, void, undefined> {
  // After an early stop the rest stays readable for others: destroying the request would destroy the answer too.
  const arrival = (request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const segments = new Segments();
  let receipt = openReceipt();
  let head: { readonly flags: number; readonly length: number } | undefined;
  let awaited = 0;
  let deadline = 0;
  try {
    for (;;) {
      const next = await (awaited > 0 ? arrivedBefore(deadline, arrival.next()) : arrival.next());
      if (next.done === true) break;
      const segment = next.value;
      receipt.take(Math.max(0, segment.byteLength - awaited));
      awaited = Math.max(0, awaited - segment.byteLength);
      segments.add(segment);
      for (;;) {
        if (head === undefined) {
          if (segments.length < HEAD_BYTES) break;
          head = headOf(segments.take(HEAD_BYTES), limitBytes);
          awaited = Math.max(0, head.length - segments.length);
          deadline = performance.now() + MESSAGE_TIMEOUT_MS;
          const capacity = awaited + unpackedBytes(head.flags, head.length);
          if (capacity > 0) await receipt.admit(capacity);
        }
        if (segments.length < head.length) break;
        yield { flags: head.flags, data: segments.take(head.length) };
        head = undefined;
        receipt.release();
        receipt = openReceipt();
        receipt.take(segments.length);
      }
    }
    if (head !== undefined || segments.length > 0) throw invalidArgument("The request ends within a message");
  } finally {
    receipt.release();
    void arrival.return?.().catch(() => undefined);
  }
}

/** Awaits the next bytes of a message, with a deadline, because memory is reserved for the message. */
function arrivedBefore<Value>(deadline: number, next: Promise<Value>): Promise<Value> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(messageTooSlow()), deadline - performance.now()).unref();
  return Promise.race([next, timeout.promise]).finally(() => clearTimeout(timer));
}

const messageTooSlow = () =>
  invalidArgument(`A request message did not arrive within ${MESSAGE_TIMEOUT_MS / 1000} s of its beginning`);

function headOf(bytes: Buffer, limitBytes: number): { readonly flags: number; readonly length: number } {
  const length = bytes.readUInt32BE(1);
  if (length > limitBytes) {
    throw new DomainError({ code: "too_large", message: `The request message must be at most ${limitBytes} bytes` });
  }
  return { flags: bytes[0]!, length };
}

/** Encodes a frame that contains only `data`. */
export function frame(flags: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + data.byteLength);
  bytes[0] = flags;
  new DataView(bytes.buffer).setUint32(1, data.byteLength);
  bytes.set(data, HEAD_BYTES);
  return bytes;
}

/**
 * Buffer of bytes that have arrived and were not taken yet, in the segments in which they arrived, with small ones
 * merged.
 */
class Segments {
  length = 0;
  #parts: Buffer[] = [];

  add(segment: Buffer): void {
    appendSegment(this.#parts, segment);
    this.length += segment.byteLength;
  }

  /** Removes and returns the first `size` bytes, which must have arrived. */
  take(size: number): Buffer {
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    let used = 0;
    while (filled < size) {
      const segment = this.#parts[used]!;
      const copied = segment.copy(bytes, filled, 0, size - filled);
      filled += copied;
      if (copied < segment.byteLength) this.#parts[used] = segment.subarray(copied);
      else used += 1;
    }
    this.#parts.splice(0, used);
    this.length -= size;
    return bytes;
  }
}
