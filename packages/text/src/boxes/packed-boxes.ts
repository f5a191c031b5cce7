import type { PageBox } from "@quarry/plugin";
import { digitsOf, numbersIn } from "../packed-numbers.ts";
import { MOST_BOXES } from "./joined-boxes.ts";

/** Steps of a page's width and height: on A4 less than half a point. */
const STEPS = 2_048;
/** Shown with as many decimals as the steps are worth. */
const DECIMALS = 10_000;

/** Longest text of as many boxes as a chunk has at most: numbers up to the steps take three digits. */
export const MOST_PACKED = MOST_BOXES * 4 * 3;
/**
 * Boxes as a short text: four numbers each, as they differ from the box before, some six characters for a line of a
 * paragraph. They are rounded so that nothing of them is lost. Boxes without an area are left out.
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

/** Unpacks boxes. In other text, which an archive may contain, numbers that are no box on a page are ignored. */
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

/** A difference as a number from 0 on: small ones stay small. */
const toNumber = (difference: number): number => (difference < 0 ? -2 * difference - 1 : 2 * difference);

const fromNumber = (number: number): number => (number % 2 === 0 ? number / 2 : -(number + 1) / 2);
