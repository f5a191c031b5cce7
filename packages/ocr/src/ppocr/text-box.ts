/** Rotated rectangle around a text line in a picture. Sizes are in pixels. */
export interface TextBox {
  /** Its centre. */
  readonly x: number;
  readonly y: number;
  /** Direction of the text in radians, clockwise: from -π/2 to π/2. */
  readonly angle: number;
  /** Extent along the text. */
  readonly length: number;
  /** Extent across the text. */
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the rectangle of minimum area around points (at least one), with its longer side along the text. */
export function smallestBox(points: readonly Point[]): TextBox {
  const hull = convexHull(points);
  let best: TextBox | undefined;
  for (const [index, from] of hull.entries()) {
    // The minimum rectangle has a side on a side of the convex hull.
    const to = hull[(index + 1) % hull.length]!;
    const box = boxAlong(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (best === undefined || box.length * box.height < best.length * best.height) best = box;
  }
  const { length, height, angle, ...centre } = best!;
  if (height <= length) return { ...centre, length, height, angle: withinHalfTurn(angle) };
  return { ...centre, length: height, height: length, angle: withinHalfTurn(angle + Math.PI / 2) };
}

/** Returns the bounding rectangle of points with a side in this direction. */
export function boxAlong(points: readonly Point[], angle: number): TextBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  const centre = { x: along * cos - across * sin, y: along * sin + across * cos };
  return { ...centre, angle, length: right - left, height: bottom - top };
}

const withinHalfTurn = (angle: number): number => angle - Math.PI * Math.round(angle / Math.PI);

/** Computes the convex hull by Andrew's monotone chain. */
function convexHull(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  if (sorted.length < 3) return sorted;
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(points: readonly Point[]): readonly Point[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length > 1 && !turnsLeft(hull.at(-2)!, hull.at(-1)!, point)) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1);
}

const turnsLeft = (one: Point, two: Point, three: Point): boolean =>
  (two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x) > 0;

/** Returns the median direction of boxes in radians; 0 for none. */
export function medianAngle(boxes: readonly TextBox[]): number {
  const angles = Float64Array.from(boxes, ({ angle }) => angle).sort();
  return angles[angles.length >> 1] ?? 0;
}
