import type { Socket } from "node:net";

/** The first bytes of an HTTP/2 connection with prior knowledge; no HTTP/1.1 request starts so. */
const PREFACE = Buffer.from("PRI");

/** Called once with the protocol of a connection. All that was read of it stands in the socket again. */
export type Sniffed = (socket: Socket, protocol: "http/1.1" | "h2") => void;

/**
 * Tells HTTP/2 from HTTP/1.1 by the first bytes of a connection. A peer that does not send enough to tell within the
 * time is disconnected.
 */
export function sniffProtocol(socket: Socket, timeoutMs: number, sniffed: Sniffed): void {
  let lastLook: NodeJS.Immediate | undefined;
  // After a moment in which this thread was held up, the bytes may be here and only not read yet.
  const timer = setTimeout(() => (lastLook = setImmediate(() => socket.destroy())), timeoutMs).unref();
  const stop = () => {
    clearTimeout(timer);
    clearImmediate(lastLook);
    socket.off("readable", peek).off("close", stop).off("error", ignore);
  };
  let seen: Buffer = Buffer.alloc(0);
  const peek = () => {
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) return;
    // Held back until it is clear: bytes that were put back at once would be announced again at once, for ever.
    seen = seen.length === 0 ? bytes : Buffer.concat([seen, bytes]);
    const protocol = protocolOf(seen);
    if (protocol === undefined) return;
    stop();
    socket.unshift(seen);
    sniffed(socket, protocol);
  };
  socket.on("readable", peek).once("close", stop).on("error", ignore);
}

// A connection that breaks before its first request concerns nobody; without a listener it would end the process.
const ignore = () => undefined;

/** Undefined while the bytes could still become either. */
function protocolOf(bytes: Buffer): "http/1.1" | "h2" | undefined {
  const length = Math.min(bytes.length, PREFACE.length);
  if (!bytes.subarray(0, length).equals(PREFACE.subarray(0, length))) return "http/1.1";
  return length === PREFACE.length ? "h2" : undefined;
}
