import type { ReadLine } from "./ppocr-protocol.ts";
import { medianAngle } from "./text-box.ts";

/** Lines with fewer signs a height are in letters that the model doesn't know: Cyrillic has .1 to .5, Latin 2.4 to 3.3, Japanese 1.5. */
const MIN_SIGNS = 0.5;
/** Lines that are read with less are rubbish: Greek is read as Latin with .84, spoilt Latin with .93 and more. */
const MIN_LINE_CONFIDENCE = 0.9;
/** Lines that run up or down the page are read row by row by Tesseract, which turns the page. */
const MAX_ANGLE = Math.PI / 4;

/** How sure a page's lines are, 0 to 1: their mean by length, where a line in unknown letters counts with 0. */
export function readingConfidence(lines: readonly ReadLine[]): number {
  if (Math.abs(medianAngle(lines.map(({ box }) => box))) > MAX_ANGLE) return 0;
  let [sum, length] = [0, 0];
  for (const line of lines) {
    const own = line.box.length / line.box.height;
    sum += own * lineConfidence(line, own);
    length += own;
  }
  return length === 0 ? 0 : sum / length;
}

function lineConfidence({ words }: ReadLine, length: number): number {
  let [sum, signs] = [0, 0];
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    signs += text.length;
  }
  const confidence = signs === 0 ? 0 : sum / signs;
  return signs < length * MIN_SIGNS || confidence < MIN_LINE_CONFIDENCE ? 0 : confidence;
}
