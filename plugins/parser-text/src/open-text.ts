import { type DecodedTextFile, decodeTextFile, type ParserEvent, type ParserSource } from "@quarry/plugin";
import { kindOf } from "./file-kinds.ts";
import { withoutTerminalEscapes } from "./plain/terminal-escapes.ts";
import type { TextSettings } from "./text-settings.ts";

/** Opens a text file for streaming, in any encoding. */
export async function openText(source: ParserSource, settings: TextSettings): Promise<DecodedTextFile> {
  const { fileType } = source;
  const file = await decodeTextFile(source.path, {
    expected: `a text file (.${fileType})`,
    fallback: settings.fallbackEncoding,
    ...(fileType === "xml" && { declared: xmlEncoding }),
  });
  // JSON and XML can't contain such characters unescaped.
  const kind = kindOf(fileType);
  if (kind === "json" || kind === "xml" || kind === "notebook") return file;
  return { ...file, chunks: () => withoutTerminalEscapes(file.chunks()) };
}

/** Emits warnings, such as a guessed encoding. */
export function* warningEvents(warnings: readonly string[]): Generator<ParserEvent> {
  if (warnings.length > 0) yield { type: "info", info: { warnings } };
}

const xmlEncoding = (head: Uint8Array): string | undefined =>
  /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(Buffer.from(head.subarray(0, 200)).toString("latin1"))?.[1];
