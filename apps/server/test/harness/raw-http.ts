import { connect } from "node:net";
import { once } from "node:events";

/** Response on a raw connection, and how the connection ended. */
export interface RawAnswer {
  /** HTTP status, or 0 if no response arrived. */
  readonly status: number;
  readonly text: string;
  /** Whether the whole request was accepted. */
  readonly isSent: boolean;
  /** Socket's error code, such as ECONNRESET; undefined if the connection closed normally. */
  readonly error: string | undefined;
}

const DEADLINE_MS = 60_000;

/**
 * Sends the bytes unchanged over a new connection, all of them before it reads the response, as simple clients do.
 * Reads until the server closes.
 */
export const sendRaw = async (
  address: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  options: { readonly end?: boolean } = {},
): Promise<RawAnswer> => {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = "";
  let error: string | undefined;
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    socket.on("error", (cause: NodeJS.ErrnoException) => (error ??= cause.code ?? cause.message));
    socket.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
    socket.on("end", () => socket.end());
    socket.on("close", () => {
      isClosed = true;
      resolve();
    });
  });
  socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error("the server neither answered nor closed")));
  let isSent = true;
  for await (const part of parts) {
    if (isClosed) {
      isSent = false;
      break;
    }
    if (!socket.write(part)) await Promise.race([once(socket, "drain").catch(() => undefined), closed]);
  }
  if (options.end === true) socket.end();
  await closed;
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { status, text, isSent: isSent && error === undefined, error };
};

/** Returns the head of a request, with the test secret. */
export const rawHead = (method: string, path: string, headers: Readonly<Record<string, string>>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Authorization: Bearer a-secret-for-tests-only",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");

export const BOUNDARY = "test-boundary-7d1f";

/** Returns a part of a form; without a file name it is a text field. */
export const formPart = (name: string, content: string, filename?: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"` +
  (filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: application/octet-stream`) +
  `\r\n\r\n${content}\r\n`;

export const FORM_END = `--${BOUNDARY}--\r\n`;

/** Encodes bytes in HTTP/1.1 chunked transfer encoding, without the end. */
export const transferChunk = (bytes: string): string => `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n`;
