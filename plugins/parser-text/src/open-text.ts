import { type DecodedTextFile, decodeTextFile, type ParserEvent, type ParserSource } from "@quarry/plugin";
import type { TextSettings } from "./text-settings.ts";

/** Opens a text file for streaming in whatever encoding it has. */
export const openText = (source: ParserSource, settings: TextSettings): Promise<DecodedTextFile> =>
  decodeTextFile(source.path, {
    expected: `a text file (.${source.fileType})`,
    fallback: settings.fallbackEncoding,
    ...(source.fileType === "xml" && { declared: xmlEncoding }),
  });

/** Tells where the file's encoding is a guess. */
export function* warningEvents(warnings: readonly string[]): Generator<ParserEvent> {
  if (warnings.length > 0) yield { type: "info", info: { warnings } };
}

const xmlEncoding = (head: Uint8Array): string | undefined =>
  /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(Buffer.from(head.subarray(0, 200)).toString("latin1"))?.[1];
