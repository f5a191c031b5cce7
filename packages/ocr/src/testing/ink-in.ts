import type { PageBox } from "@quarry/plugin";
import type { GreyImage } from "../grey-image.ts";

const DARK = 128;

/** Returns the share of a picture's ink that is in the boxes, 0 to 1, and the number of boxes with ink. */
export function inkIn({ pixels, width, height }: GreyImage, boxes: readonly PageBox[]) {
  const inked = new Set<PageBox>();
  let [all, inside] = [0, 0];
  for (const [index, grey] of pixels.entries()) {
    if (grey > DARK) continue;
    all++;
    const [x, y] = [((index % width) + 0.5) / width, (Math.floor(index / width) + 0.5) / height];
    const box = boxes.find(({ x0, y0, x1, y1 }) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
    if (box === undefined) continue;
    inside++;
    inked.add(box);
  }
  return { share: inside / all, boxes: inked.size };
}
