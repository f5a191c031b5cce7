import { type DecodedTextFile, decodeTextFile, type ParserSource } from "@quarry/plugin";
import iconv from "iconv-lite";
import { detect } from "jschardet";
import type { TextSettings } from "./text-settings.ts";

/** Below this the guess is no better than the fallback. */
const MIN_CONFIDENCE = 0.2;

/** Opens a text file for streaming in whatever encoding it has. */
export function openText(source: ParserSource, settings: TextSettings): Promise<DecodedTextFile> {
  return decodeTextFile(source.path, {
    expected: `a text file (.${source.fileType})`,
    guess: (sample) => guessEncoding(sample) ?? settings.fallbackEncoding,
    decoderFor: iconvDecoder,
    ...(source.fileType === "xml" && { declared: xmlEncoding }),
  });
}

function guessEncoding(sample: Uint8Array): string | undefined {
  const { encoding, confidence } = detect(Buffer.from(sample));
  return encoding !== null && confidence >= MIN_CONFIDENCE ? encoding : undefined;
}

/** Only what `TextDecoder` lacks (IBM855 and the like) goes through the slower library. */
function iconvDecoder(encoding: string) {
  if (isNative(encoding) || !iconv.encodingExists(encoding)) return undefined;
  const decoder = iconv.getDecoder(encoding);
  return {
    decode: (bytes?: Uint8Array) => (bytes === undefined ? (decoder.end() ?? "") : decoder.write(Buffer.from(bytes))),
  };
}

function isNative(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== "";
  } catch {
    return false;
  }
}

const xmlEncoding = (head: Uint8Array): string | undefined =>
  /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(Buffer.from(head.subarray(0, 200)).toString("latin1"))?.[1];
