import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

/** Larger font files are not copied for inspection. */
const MAX_FONT_BYTES = 8 * 1_048_576;

/**
 * Returns the bytes of a font embedded in the PDF, or undefined if it is not embedded. They are valid until the next
 * call of the engine.
 */
export function readFontFile(engine: Engine, scratch: Scratch, font: number): Buffer | undefined {
  const { pointer } = scratch;
  if (!engine.FPDFFont_GetFontData(font, 0, 0, pointer)) return undefined;
  const length = scratch.word(0);
  if (length === 0 || length > MAX_FONT_BYTES) return undefined;
  const buffer = scratch.reserve(length);
  return engine.FPDFFont_GetFontData(font, buffer, length, pointer) ? scratch.bytes(buffer, length) : undefined;
}
