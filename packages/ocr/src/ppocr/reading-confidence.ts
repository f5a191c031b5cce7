import type { ReadLine } from "./ppocr-protocol.ts";
import { medianAngle } from "./text-box.ts";

/**
 * Minimum number of characters relative to a line's length in heights. Fewer mean letters that the model doesn't know:
 * Cyrillic has .1 to .5, Latin 2.4 to 3.3, Japanese 1.5.
 */
const MIN_CHARACTERS = 0.5;
/** Lines with a lower confidence are garbage: Greek is read as Latin with .84; degraded Latin reaches .93 and more. */
const MIN_LINE_CONFIDENCE = 0.9;
/** Vertical lines are left to Tesseract, which rotates the page and reads them row by row. */
const MAX_ANGLE = Math.PI / 4;

/**
 * Returns the confidence of a page's lines, 0 to 1: the mean weighted by length, where lines in unknown letters count
 * as 0.
 */
export function readingConfidence(lines: readonly ReadLine[]): number {
  if (Math.abs(medianAngle(lines.map(({ box }) => box))) > MAX_ANGLE) return 0;
  let [sum, length] = [0, 0];
  for (const line of lines) {
    const weight = line.box.length / line.box.height;
    sum += weight * lineConfidence(line, weight);
    length += weight;
  }
  return length === 0 ? 0 : sum / length;
}

function lineConfidence({ words }: ReadLine, length: number): number {
  let [sum, characters] = [0, 0];
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    characters += text.length;
  }
  const confidence = characters === 0 ? 0 : sum / characters;
  return characters < length * MIN_CHARACTERS || confidence < MIN_LINE_CONFIDENCE ? 0 : confidence;
}
