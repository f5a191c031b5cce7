import { ParserError, type ParserEvent, type ParserSource } from "@quarry/plugin";
import { sendFile } from "../http/send-file.ts";
import type { RemoteSettings } from "../remote-settings.ts";
import { XhtmlBlocks } from "../xhtml/xhtml-blocks.ts";

/** Media type fragments of Office files. By content alone any ZIP archive would match. */
const OFFICE_MEDIA_TYPES: Readonly<Record<string, string>> = {
  docx: "wordprocessingml",
  pptx: "presentationml",
  xlsx: "spreadsheetml",
};

/** Client for Apache Tika Server: sends the file as it is, receives XHTML as a stream. */
export async function* readWithTika(source: ParserSource, settings: RemoteSettings): AsyncGenerator<ParserEvent> {
  const reader = new XhtmlBlocks();
  const decoder = new TextDecoder();
  const startedAt = performance.now();
  let reportedMs = 0;
  for await (const part of sendFile(source, settings, { method: "PUT", path: "/tika", accept: "text/html" })) {
    const waitedMs = performance.now() - startedAt;
    yield { type: "uncounted_time", milliseconds: waitedMs - reportedMs };
    reportedMs = waitedMs;
    const events = reader.push(decoder.decode(part, { stream: true }));
    checkMediaType(reader.mediaType, source.fileType);
    yield* events;
  }
  yield* reader.push(decoder.decode());
  yield* reader.finish();
}

function checkMediaType(found: string | undefined, fileType: string): void {
  const expected = OFFICE_MEDIA_TYPES[fileType];
  if (expected === undefined || found === undefined || found.includes(expected)) return;
  throw new ParserError(
    "wrong_type",
    `the file is of type ${found}, not a .${fileType} file: rename it to its real type and upload it again`,
  );
}
