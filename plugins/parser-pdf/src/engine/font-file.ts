import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

/** Font files of more bytes are not copied to look at them. */
const MAX_FONT_BYTES = 8 * 1_048_576;

/** The bytes of a font as its PDF embeds it, good until the engine is called again; undefined when it embeds none. */
export function readFontFile(engine: Engine, scratch: Scratch, font: number): Buffer | undefined {
  const { pointer } = scratch;
  if (!engine.FPDFFont_GetFontData(font, 0, 0, pointer)) return undefined;
  const length = scratch.word(0);
  if (length === 0 || length > MAX_FONT_BYTES) return undefined;
  const buffer = scratch.reserve(length);
  return engine.FPDFFont_GetFontData(font, buffer, length, pointer) ? scratch.bytes(buffer, length) : undefined;
}
