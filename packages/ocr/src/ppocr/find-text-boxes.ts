import { boxAlong, medianAngle, type Point, smallestBox, type TextBox } from "./text-box.ts";

/**
 * Probability map: for each pixel of a picture the probability of text, 0 to 1. `width * height` numbers, row by row.
 */
export interface TextMap {
  readonly values: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Minimum probability of a text pixel: the detector's own threshold. */
const MIN_PIXEL_PROBABILITY = 0.3;
/** Minimum mean probability of a text region. */
const MIN_REGION_PROBABILITY = 0.5;
/** Smaller regions are specks. */
const MIN_HEIGHT = 3;
/** Growth of regions: the detector shrinks them by this factor of area to perimeter (differentiable binarization). */
const GROWTH = 1.6;
/**
 * Shorter boxes, relative to their height, don't determine a direction: a single "1" is higher than wide, and a "6" is
 * square. They take the direction of the others.
 */
const MIN_DIRECTED_LENGTH = 4;

/** Returns the boxes of the text regions of a map, grown to the size of the text. */
export function findTextBoxes(map: TextMap): TextBox[] {
  const { values } = map;
  const visited = new Uint8Array(values.length);
  const stack = new Int32Array(values.length);
  const regions: { readonly points: readonly Point[]; readonly box: TextBox }[] = [];
  for (let start = 0; start < values.length; start++) {
    if (visited[start] === 1 || values[start]! <= MIN_PIXEL_PROBABILITY) continue;
    const { points, mean } = fillRegion(map, start, visited, stack);
    if (mean >= MIN_REGION_PROBABILITY) regions.push({ points, box: smallestBox(points) });
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

/** Visits a connected region (flood fill). Returns the corner points of its rows' ends, and its mean probability. */
function fillRegion(map: TextMap, start: number, visited: Uint8Array, stack: Int32Array) {
  const { values, width, height } = map;
  const rows = new Map<number, { left: number; right: number }>();
  let [count, sum, pixelCount] = [1, 0, 0];
  stack[0] = start;
  visited[start] = 1;
  while (count > 0) {
    const index = stack[--count]!;
    const x = index % width;
    const y = (index - x) / width;
    pixelCount++;
    sum += values[index]!;
    const row = rows.get(y);
    if (row === undefined) rows.set(y, { left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++) {
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
        const next = nextY * width + nextX;
        if (visited[next] === 1 || values[next]! <= MIN_PIXEL_PROBABILITY) continue;
        visited[next] = 1;
        stack[count++] = next;
      }
    }
  }
  const points = [...rows].flatMap(([y, { left, right }]): Point[] => [
    { x: left, y },
    { x: right + 1, y },
    { x: left, y: y + 1 },
    { x: right + 1, y: y + 1 },
  ]);
  return { points, mean: sum / pixelCount };
}
