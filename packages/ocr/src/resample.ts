import type { GreyImage } from "./grey-image.ts";

export interface Resampling {
  /** Size of the result relative to the picture. */
  readonly scale: number;
  /** Rotation in degrees clockwise. */
  readonly degrees: number;
  /** Grey of the area that rotation uncovers. */
  readonly ground: number;
}

/** Scales and rotates a picture in one pass (bilinear), after halving it if it is scaled down a lot. */
export function resample(image: GreyImage, { scale, degrees, ground }: Resampling): GreyImage {
  let source = image;
  let remaining = scale;
  for (; remaining <= 0.5; remaining *= 2) source = halve(source);
  if (remaining === 1 && degrees === 0) return source;
  if (degrees === 0) return scaled(source, remaining);
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const width = Math.max(1, Math.round((source.width * Math.abs(cos) + source.height * Math.abs(sin)) * remaining));
  const height = Math.max(1, Math.round((source.width * Math.abs(sin) + source.height * Math.abs(cos)) * remaining));
  const pixels = new Uint8Array(width * height);
  // Source position of a row's first pixel, and the step to its next pixel.
  const stepX = cos / remaining;
  const stepY = -sin / remaining;
  for (let row = 0; row < height; row++) {
    const down = (row + 0.5 - height / 2) / remaining;
    const across = (0.5 - width / 2) / remaining;
    let x = cos * across + sin * down + source.width / 2 - 0.5;
    let y = -sin * across + cos * down + source.height / 2 - 0.5;
    for (let index = row * width; index < (row + 1) * width; index++, x += stepX, y += stepY) {
      pixels[index] = sampleAt(source, x, y, ground);
    }
  }
  return { ...image, pixels, width, height };
}

/**
 * Scales a picture without rotation. The weights of rows and columns are computed once, which takes a third of the
 * time.
 */
function scaled(source: GreyImage, scale: number): GreyImage {
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  const columns = pointsAlong(source.width, width, scale);
  const rows = pointsAlong(source.height, height, scale);
  const pixels = new Uint8Array(width * height);
  let upper = { row: 0, greys: sampledRow(source, 0, columns) };
  let lower = upper;
  const rowAt = (row: number) =>
    [upper, lower].find((cached) => cached.row === row) ?? { row, greys: sampledRow(source, row, columns) };
  for (let y = 0, at = 0; y < height; y++) {
    [upper, lower] = [rowAt(rows.first[y]!), rowAt(rows.second[y]!)];
    const [above, below, share] = [upper.greys, lower.greys, rows.share[y]!];
    for (let x = 0; x < width; x++) pixels[at++] = above[x]! * (1 - share) + below[x]! * share + 0.5;
  }
  return { ...source, pixels, width, height };
}

/** Sample points along a row or column: the adjacent pixels, and the weight of the second. */
interface Points {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly share: Float64Array;
}

function pointsAlong(size: number, count: number, scale: number): Points {
  const points = { first: new Int32Array(count), second: new Int32Array(count), share: new Float64Array(count) };
  for (let index = 0; index < count; index++) {
    const exact = (index + 0.5 - count / 2) / scale + size / 2 - 0.5;
    const first = Math.floor(exact);
    points.first[index] = Math.max(0, first);
    points.second[index] = Math.min(size - 1, first + 1);
    points.share[index] = exact - first;
  }
  return points;
}

/** Returns the greys of a row at the sample points. */
function sampledRow({ pixels, width }: GreyImage, row: number, { first, second, share }: Points): Float64Array {
  const greys = new Float64Array(share.length);
  for (let index = 0; index < greys.length; index++) {
    const weight = share[index]!;
    greys[index] = pixels[row * width + first[index]!]! * (1 - weight) + pixels[row * width + second[index]!]! * weight;
  }
  return greys;
}

/**
 * Returns the bilinearly interpolated grey at a point, plus 0.5 for rounding down. At the edges the nearest pixels are
 * used, outside the background.
 */
export function sampleAt({ pixels, width, height }: GreyImage, x: number, y: number, ground: number): number {
  if (x <= -1 || y <= -1 || x >= width || y >= height) return ground;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = left + 1 < width ? left + 1 : left;
  const bottom = top + 1 < height ? top + 1 : top;
  const rightShare = x - left;
  const bottomShare = y - top;
  const upper = Math.max(0, top) * width;
  const lower = bottom * width;
  const nearLeft = left < 0 ? 0 : left;
  const above = pixels[upper + nearLeft]! * (1 - rightShare) + pixels[upper + right]! * rightShare;
  const below = pixels[lower + nearLeft]! * (1 - rightShare) + pixels[lower + right]! * rightShare;
  return above * (1 - bottomShare) + below * bottomShare + 0.5;
}

function halve(image: GreyImage): GreyImage {
  const width = Math.max(1, image.width >> 1);
  const height = Math.max(1, image.height >> 1);
  const pixels = new Uint8Array(width * height);
  const right = image.width > 1 ? 1 : 0;
  const below = image.height > 1 ? image.width : 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = row * 2 * image.width + column * 2;
      const sum =
        image.pixels[from]! +
        image.pixels[from + right]! +
        image.pixels[from + below]! +
        image.pixels[from + below + right]!;
      pixels[row * width + column] = (sum + 2) >> 2;
    }
  }
  return { ...image, pixels, width, height };
}

/** Rotates by 180 degrees, without resampling. */
export const rotate180 = (image: GreyImage): GreyImage => ({
  ...image,
  pixels: image.pixels.toReversed(),
});
