import { boxAlong, medianAngle, type Point, smallestBox, type TextBox } from "./text-box.ts";

/** For each point of a picture how likely it belongs to text, 0 to 1: `width * height` numbers, row by row. */
export interface TextMap {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Points of text: the detector's own threshold. */
const MIN_POINT = 0.3;
/** Mean over a region that is text. */
const MIN_REGION = 0.5;
/** Lower regions are specks. */
const MIN_HEIGHT = 3;
/** The detector draws regions smaller than the text by this share of area to perimeter (differentiable binarization). */
const GROWTH = 1.6;
/** Shorter boxes, in heights, don't tell a direction: a lone "1" is higher than wide, and a "6" as wide as high. They take that of the others. */
const MIN_DIRECTED_LENGTH = 4;

/** The boxes about regions of a map that are text, grown to the size of the text. */
export function findTextBoxes(map: TextMap): TextBox[] {
  const { values } = map;
  const seen = new Uint8Array(values.length);
  const waiting = new Int32Array(values.length);
  const regions: { readonly points: readonly Point[]; readonly box: TextBox }[] = [];
  for (let start = 0; start < values.length; start++) {
    if (seen[start] === 1 || values[start]! <= MIN_POINT) continue;
    const { points, mean } = fillRegion(map, start, seen, waiting);
    if (mean >= MIN_REGION) regions.push({ points, box: smallestBox(points) });
  }
  const angle = medianAngle(regions.map(({ box }) => box).filter(isDirected));
  return regions
    .map(({ points, box }) => (isDirected(box) ? box : boxAlong(points, angle)))
    .filter(({ height }) => height >= MIN_HEIGHT)
    .map(grown);
}

const isDirected = ({ length, height }: TextBox): boolean => length >= height * MIN_DIRECTED_LENGTH;

function grown(box: TextBox): TextBox {
  const growth = (GROWTH * box.length * box.height) / (box.length + box.height);
  return { ...box, length: box.length + growth, height: box.height + growth };
}

/** Visits a region of points that touch, and gives the corners of the ends of its rows. */
function fillRegion(map: TextMap, start: number, seen: Uint8Array, waiting: Int32Array) {
  const { values, width, height } = map;
  const rows = new Map<number, { left: number; right: number }>();
  let [count, sum, visited] = [1, 0, 0];
  waiting[0] = start;
  seen[start] = 1;
  while (count > 0) {
    const index = waiting[--count]!;
    const x = index % width;
    const y = (index - x) / width;
    visited++;
    sum += values[index]!;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, { left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++) {
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
        const next = nextY * width + nextX;
        if (seen[next] === 1 || values[next]! <= MIN_POINT) continue;
        seen[next] = 1;
        waiting[count++] = next;
      }
    }
  }
  const points = [...rows].flatMap(([y, { left, right }]): Point[] => [
    { x: left, y },
    { x: right + 1, y },
    { x: left, y: y + 1 },
    { x: right + 1, y: y + 1 },
  ]);
  return { points, mean: sum / visited };
}
