import type { Socket } from "node:net";

/** First bytes of an HTTP/2 connection with prior knowledge; no HTTP/1.1 request starts with them. */
const PREFACE = Buffer.from("PRI");

/** Called once with the protocol of a connection. All bytes read are back in the socket by then. */
export type Sniffed = (socket: Socket, protocol: "http/1.1" | "h2") => void;

/**
 * Distinguishes HTTP/2 from HTTP/1.1 by the first bytes of a connection. Disconnects a peer that does not send enough
 * bytes in time.
 */
export function sniffProtocol(socket: Socket, timeoutMs: number, sniffed: Sniffed): void {
  let lastCheck: NodeJS.Immediate | undefined;
  // If this thread was blocked for a moment, the bytes may have arrived and not been read yet.
  const timer = setTimeout(() => (lastCheck = setImmediate(() => socket.destroy())), timeoutMs).unref();
  const stop = () => {
    clearTimeout(timer);
    clearImmediate(lastCheck);
    socket.off("readable", peek).off("close", stop).off("error", ignore);
  };
  let buffered: Buffer = Buffer.alloc(0);
  const peek = () => {
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) return;
    // Buffered until the protocol is known: bytes that are put back immediately would be emitted again immediately, in
    // an endless loop.
    buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes]);
    const protocol = protocolOf(buffered);
    if (protocol === undefined) return;
    stop();
    socket.unshift(buffered);
    sniffed(socket, protocol);
  };
  socket.on("readable", peek).once("close", stop).on("error", ignore);
}

// A connection that breaks before its first request affects no one; without a listener the error would end the process.
const ignore = () => undefined;

/** Returns undefined while the bytes could still be either protocol. */
function protocolOf(bytes: Buffer): "http/1.1" | "h2" | undefined {
  const length = Math.min(bytes.length, PREFACE.length);
  if (!bytes.subarray(0, length).equals(PREFACE.subarray(0, length))) return "http/1.1";
  return length === PREFACE.length ? "h2" : undefined;
}
