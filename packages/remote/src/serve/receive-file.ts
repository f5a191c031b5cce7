import { type FileHandle, open } from "node:fs/promises";
import { type ParserLimits, ParserLimitsSchema, type ParseRequest } from "@quarry/api/plugin";
import { create } from "@bufbuild/protobuf";
import type { ParserSource } from "@quarry/plugin";
import type { ServedCalls } from "./served-calls.ts";

export interface ReceivedFile {
  readonly source: ParserSource;
  readonly limits: ParserLimits;
}

/**
 * Writes the bytes of a stream to a file. Returns the file once the stream has ended with the announced number of
 * bytes.
 */
export const receiveFile = async (
  requests: AsyncIterable<ParseRequest>,
  path: string,
  refuse: ServedCalls["refuse"],
): Promise<ReceivedFile> => {
  await using file = await open(path, "wx", 0o600);
  let received: (ReceivedFile & { readonly size: number }) | undefined;
  let bytes = 0;
  for await (const { part } of requests) {
    if (part.case === "start" && received === undefined) {
      const { filename, fileType, size, limits = create(ParserLimitsSchema) } = part.value;
      received = { source: { path, size: Number(size), filename, fileType }, limits, size: Number(size) };
    } else if (part.case === "bytes" && received !== undefined) {
      bytes += part.value.length;
      if (bytes > received.size) break;
      await writeAll(file, part.value);
    } else throw refuse("invalid", "a file must be one start message and then bytes");
  }
  if (received === undefined) throw refuse("invalid", "a file must begin with its start message");
  if (bytes !== received.size) {
    throw refuse(
      "unavailable",
      `${received.size} bytes were announced, but ${bytes} received: the transfer was interrupted`,
    );
  }
  return received;
};

const writeAll = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let offset = 0; offset < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, offset);
    offset += bytesWritten;
  }
};
