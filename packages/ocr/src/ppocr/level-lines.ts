import { boxAbout, type PixelBox } from "../page-layout.ts";
import type { ReadLine } from "./ppocr-protocol.ts";
import type { Point, TextBox } from "./text-box.ts";

/** A line on the page rotated so that most lines are horizontal. */
export interface LevelLine extends ReadLine {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
  readonly height: number;
}

/** Returns the lines on the page rotated by an angle. */
export function levelLines(lines: readonly ReadLine[], angle: number): LevelLine[] {
  return lines.map((line) => {
    const { x0, x1, y0, y1 } = boxAbout(cornersOf(line.box, angle).map(pixelOf))!;
    return { ...line, left: x0, right: x1, middle: (y0 + y1) / 2, height: line.box.height };
  });
}

/** Returns the axis-aligned bounding box of a line in the picture. */
export const uprightBox = (box: TextBox): PixelBox => boxAbout(cornersOf(box, 0).map(pixelOf))!;

const pixelOf = ({ x, y }: Point): PixelBox => ({ x0: x, x1: x, y0: y, y1: y });

/** Returns the corners of a box on a page that is rotated back by an angle. */
function cornersOf({ x, y, angle, length, height }: TextBox, turned: number): Point[] {
  const centre = { x: x * Math.cos(turned) + y * Math.sin(turned), y: y * Math.cos(turned) - x * Math.sin(turned) };
  const [cos, sin] = [Math.cos(angle - turned), Math.sin(angle - turned)];
  return [-1, 1].flatMap((end) =>
    [-1, 1].map((side) => {
      const [along, across] = [(end * length) / 2, (side * height) / 2];
      return { x: centre.x + along * cos - across * sin, y: centre.y + along * sin + across * cos };
    }),
  );
}
