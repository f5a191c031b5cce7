import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** One buffer, sent again and again: what the sender costs must not stand in the way. */
const BLOCK_BYTES = 262_144;

export interface UploadTarget {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: string;
}

/** Posts a body of `head`, then `size` bytes, then `tail`, as fast as the server takes it. */
export const uploadBytes = async (
  { port, path, headers }: UploadTarget,
  size: number,
  head = "",
  tail = "",
): Promise<UploadAnswer> => {
  const length = Buffer.byteLength(head) + size + Buffer.byteLength(tail);
  const upload = request({
    host: "127.0.0.1",
    port,
    path,
    method: "POST",
    headers: { ...headers, "content-length": length },
  });
  const answered = once(upload, "response");
  const block = Buffer.alloc(BLOCK_BYTES, "quarry ");
  upload.write(head);
  for (let left = size; left > 0; left -= block.length) {
    const hasRoom = upload.write(left < block.length ? block.subarray(0, left) : block);
    if (!hasRoom) await Promise.race([once(upload, "drain"), answered]);
  }
  upload.end(tail);
  const [response] = (await answered) as [IncomingMessage];
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk as string;
  return { status: response.statusCode!, body };
};
