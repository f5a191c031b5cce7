import type { IncomingMessage } from "node:http";
import { DomainError, invalidArgument } from "@quarry/plugin/domain";
import { appendSegment } from "../http/append-segment.ts";
import type { Receipt } from "../call/memory-budget.ts";

/** Bytes in front of a message: its flags, and how long it is. */
const HEAD_BYTES = 5;

/** Most time from a message's first byte to its last: as long as a whole body over REST. */
const MESSAGE_TIMEOUT_MS = 300_000;

/** The flag of a packed message. */
export const PACKED_FLAG = 1;

/** One message of a stream, as it came. */
export interface Frame {
  readonly flags: number;
  readonly data: Uint8Array;
}

/**
 * The messages of a request in the framing that gRPC, gRPC-web and streams of Connect share. Fails with `too_large` at the
 * head of a message over the limit. A message waits at its head for room for the whole of it, and for what it may become;
 * the room is given back when the next one is asked for.
 */
export async function* framesOf(
  request: IncomingMessage,
  limitBytes: number,
  openReceipt: () => Receipt,
  becomes: (flags: number, length: number) => number = () => 0,
): AsyncGenerator<Frame, void, undefined> {
  // After an early stop the rest is left for others to read: destroying the request would destroy the answer too.
  const arrival = (request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const segments = new Segments();
  let receipt = openReceipt();
  let head: { readonly flags: number; readonly length: number } | undefined;
  let awaited = 0;
  let dueAt = 0;
  try {
    for (;;) {
      const next = await (awaited > 0 ? arrivedBefore(dueAt, arrival.next()) : arrival.next());
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
          dueAt = performance.now() + MESSAGE_TIMEOUT_MS;
          const capacity = awaited + becomes(head.flags, head.length);
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

/** Awaits the next bytes of a message. It must be complete in time, because memory is reserved for it. */
function arrivedBefore<Value>(dueAt: number, next: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(messageTooSlow()), dueAt - performance.now()).unref();
  return Promise.race([next, late.promise]).finally(() => clearTimeout(timer));
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

/** A message of the framing without anything in it but `data`. */
export function frame(flags: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + data.byteLength);
  bytes[0] = flags;
  new DataView(bytes.buffer).setUint32(1, data.byteLength);
  bytes.set(data, HEAD_BYTES);
  return bytes;
}

/** Bytes that have come and not been taken, in the pieces in which they came, the small ones put together. */
class Segments {
  length = 0;
  #parts: Buffer[] = [];

  add(segment: Buffer): void {
    appendSegment(this.#parts, segment);
    this.length += segment.byteLength;
  }

  /** The first `size` bytes; so many must be there. */
  take(size: number): Buffer {
    const taken = Buffer.allocUnsafe(size);
    let filled = 0;
    let used = 0;
    while (filled < size) {
      const segment = this.#parts[used]!;
      const part = segment.copy(taken, filled, 0, size - filled);
      filled += part;
      if (part < segment.byteLength) this.#parts[used] = segment.subarray(part);
      else used += 1;
    }
    this.#parts.splice(0, used);
    this.length -= size;
    return taken;
  }
}
