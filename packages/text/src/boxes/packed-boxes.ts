import type { PageBox } from "@quarry/plugin";
import { digitsOf, numbersIn } from "../packed-numbers.ts";
import { MOST_BOXES } from "./joined-boxes.ts";

/** Quantisation steps of a page's width and height: less than half a point on A4. */
const STEPS = 2_048;
/** Factor for rounding to the number of decimals that the steps justify. */
const DECIMALS = 10_000;

/** Maximum length of a chunk's packed boxes: numbers up to the number of steps take three digits. */
export const MAX_PACKED_BOXES_LENGTH = MOST_BOXES * 4 * 3;
/**
 * Packs boxes into a short text by delta encoding: four numbers per box, relative to the previous box, about six
 * characters for a line of a paragraph. Rounding never makes a box smaller. Boxes without area are omitted.
 */
export function packBoxes(boxes: readonly PageBox[]): string {
  let packed = "";
  let [left, bottom, right, height] = [0, 0, 0, 0];
  for (const box of boxes) {
    if (box.x1 <= box.x0 || box.y1 <= box.y0) continue;
    const [x0, y0] = [Math.floor(stepsOf(box.x0)), Math.floor(stepsOf(box.y0))];
    const [x1, y1] = [Math.ceil(stepsOf(box.x1)), Math.ceil(stepsOf(box.y1))];
    packed += digitsOf(toNumber(x0 - left)) + digitsOf(toNumber(y0 - bottom)) + digitsOf(toNumber(x1 - right));
    packed += digitsOf(toNumber(y1 - y0 - height));
    [left, bottom, right, height] = [x0, y1, x1, y1 - y0];
  }
  return packed;
}

/** Unpacks boxes. In arbitrary text, which an archive can contain, numbers that are not a box on a page are ignored. */
export function unpackBoxes(packed: string): PageBox[] {
  const boxes: PageBox[] = [];
  const numbers = numbersIn(packed);
  let [left, bottom, right, height] = [0, 0, 0, 0];
  for (let at = 0; at + 3 < numbers.length; at += 4) {
    left += fromNumber(numbers[at]!);
    const top = bottom + fromNumber(numbers[at + 1]!);
    right += fromNumber(numbers[at + 2]!);
    height += fromNumber(numbers[at + 3]!);
    bottom = top + height;
    if (left < right && top < bottom && Math.min(left, top) >= 0 && Math.max(right, bottom) <= STEPS) {
      boxes.push({ x0: shareOf(left), y0: shareOf(top), x1: shareOf(right), y1: shareOf(bottom) });
    }
  }
  return boxes;
}

const stepsOf = (share: number): number => Math.min(1, Math.max(0, share)) * STEPS;

const shareOf = (steps: number): number => Math.round((steps / STEPS) * DECIMALS) / DECIMALS;

/** Maps a difference to a non-negative number (zigzag encoding): small differences stay small. */
const toNumber = (difference: number): number => (difference < 0 ? -2 * difference - 1 : 2 * difference);

const fromNumber = (number: number): number => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);
