import type { ParserEvent, ParserSource } from "@quarry/plugin";
import { sendFile } from "../http/send-file.ts";
import type { RemoteSettings } from "../remote-settings.ts";
import { XhtmlBlocks } from "../xhtml/xhtml-blocks.ts";

/** Apache Tika Server: the file goes in as it is, XHTML comes back as a stream. */
export async function* readWithTika(source: ParserSource, settings: RemoteSettings): AsyncGenerator<ParserEvent> {
  const reader = new XhtmlBlocks();
  const decoder = new TextDecoder();
  const begun = performance.now();
  let counted = 0;
  for await (const part of sendFile(source, settings, { method: "PUT", path: "/tika", accept: "text/html" })) {
    const waited = performance.now() - begun;
    yield { type: "uncounted_time", milliseconds: waited - counted };
    counted = waited;
    yield* reader.push(decoder.decode(part, { stream: true }));
  }
  yield* reader.push(decoder.decode());
  yield* reader.finish();
}
