import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { ParserSource } from "@quarry/plugin";

/** A form that contains the file. */
export interface FileForm {
  /** Name of the file's part. */
  readonly fileField: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface FileBody {
  /** Body stream. Reads the file on demand. */
  readonly body: Readable;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the file as the body of a request, or as a part of a form. */
export function fileBody({ path, size, filename }: ParserSource, form: FileForm | undefined): FileBody {
  if (form === undefined) return { body: createReadStream(path), headers: { "content-length": String(size) } };
  const boundary = `quarry-${randomUUID()}`;
  const fields = Object.entries(form.fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
  );
  const before = Buffer.from(
    `${fields.join("")}--${boundary}\r\ncontent-disposition: form-data; name="${quoted(form.fileField)}"; filename="${quoted(filename)}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    body: Readable.from(formBytes(before, path, after)),
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(before.length + size + after.length),
    },
  };
}

async function* formBytes(before: Buffer, path: string, after: Buffer): AsyncGenerator<Buffer> {
  yield before;
  yield* createReadStream(path) as AsyncIterable<Buffer>;
  yield after;
}

/** Encodes a file name as browsers do in forms. */
const quoted = (name: string): string => name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
