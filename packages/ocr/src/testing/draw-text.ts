import type { GreyImage } from "../grey-image.ts";
import { STROKES } from "./stroke-font.ts";

export interface DrawTextOptions {
  /** Height of a letter in pixels; default 30. */
  readonly letterHeight?: number;
  /** Grey of the letters; default 0. */
  readonly ink?: number;
  /** Grey of the page; default 255. */
  readonly ground?: number;
}

const GRID_HEIGHT = 6;
const LETTER_ADVANCE = 5.6;
const LINE_ADVANCE = 10;
const MARGIN = 6;
const STROKE_WIDTH = 0.85;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws a page with lines of capital letters and digits, for tests. Needs no fonts. */
export function drawText(lines: readonly string[], options: DrawTextOptions = {}): GreyImage {
  const { letterHeight = 30, ink = 0, ground = 255 } = options;
  const unit = letterHeight / GRID_HEIGHT;
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil((columns * LETTER_ADVANCE + 2 * MARGIN) * unit);
  const height = Math.ceil((lines.length * LINE_ADVANCE + 2 * MARGIN) * unit);
  const pixels = new Uint8Array(width * height).fill(ground);
  for (const [from, to] of segments(lines)) {
    const scaled = { x: from.x * unit, y: from.y * unit };
    drawSegment(
      { pixels, width, height },
      scaled,
      { x: to.x * unit, y: to.y * unit },
      STROKE_WIDTH * unit,
      ink,
      ground,
    );
  }
  return { pixels, width, height };
}

function* segments(lines: readonly string[]): Generator<readonly [Point, Point]> {
  for (const [row, line] of lines.entries()) {
    for (const [column, character] of [...line].entries()) {
      for (const stroke of (STROKES[character] ?? "").split("|")) {
        const points = stroke.split(" ").filter(Boolean);
        for (let index = 1; index < points.length; index++) {
          yield [placed(points[index - 1]!, row, column), placed(points[index]!, row, column)];
        }
      }
    }
  }
}

const placed = (point: string, row: number, column: number): Point => ({
  x: Number(point[0]) + MARGIN + column * LETTER_ADVANCE,
  y: Number(point[1]) + MARGIN + row * LINE_ADVANCE,
});

/** Draws a line segment with round ends and soft edges. */
function drawSegment(image: GreyImage, from: Point, to: Point, thickness: number, ink: number, ground: number): void {
  const reach = thickness / 2 + 1;
  const length2 = (to.x - from.x) ** 2 + (to.y - from.y) ** 2;
  for (let y = Math.floor(Math.min(from.y, to.y) - reach); y <= Math.max(from.y, to.y) + reach; y++) {
    for (let x = Math.floor(Math.min(from.x, to.x) - reach); x <= Math.max(from.x, to.x) + reach; x++) {
      const along = ((x + 0.5 - from.x) * (to.x - from.x) + (y + 0.5 - from.y) * (to.y - from.y)) / length2;
      const share = Math.min(1, Math.max(0, along));
      const distance = Math.hypot(
        x + 0.5 - from.x - share * (to.x - from.x),
        y + 0.5 - from.y - share * (to.y - from.y),
      );
      const cover = Math.min(1, Math.max(0, thickness / 2 + 0.5 - distance));
      const index = y * image.width + x;
      const before = (image.pixels[index]! - ground) / (ink - ground);
      image.pixels[index] = ground + (ink - ground) * Math.max(before, cover);
    }
  }
}
