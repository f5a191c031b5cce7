import type { GreyImage } from "./grey-image.ts";

/** Tiles per side of a page: small enough to follow a shadow, large enough to contain more paper than letters. */
const TILES = 24;
/** Smaller tiles have too few pixels to distinguish paper from letters. */
const MIN_TILE_PIXELS = 8;
/** Sampling step in pixels, in both directions. */
const STEP = 2;
/**
 * Share of a tile's lightest pixels that determines the grey of its paper. In dense text three in ten pixels are ink.
 */
const LIGHTER_SHARE = 0.3;
/** Share of lightest and darkest tiles that are ignored, because they may be pictures. */
const OUTLIER_SHARE = 0.05;
/** Maximum difference of the paper's grey that a global threshold can still handle. */
const MAX_DIFFERENCE = 40;
/** Darker tiles are not paper in a shadow but pictures, or a page with light letters. */
const MIN_PAPER = 30;
/**
 * Range of the difference between adjacent tiles for gradual light. The background of a coloured box or a dark half
 * changes sharply.
 */
const SMOOTH_STEP = { least: 2, most: 25 };
const SHARP_STEP = 40;
/** Grey of the normalised paper. */
const PAPER = 245;

/**
 * Divides each pixel by the grey of the paper around it if the page is unevenly lit. Otherwise returns the same image.
 */
export function flattenLight(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  if (Math.min(width, height) < TILES * MIN_TILE_PIXELS) return image;
  const paper = Float32Array.from({ length: TILES * TILES }, (_, tile) => paperOf(image, tile));
  const sorted = paper.toSorted();
  const darkest = sorted[Math.floor(sorted.length * OUTLIER_SHARE)]!;
  const lightest = sorted[Math.floor(sorted.length * (1 - OUTLIER_SHARE))]!;
  if (lightest - darkest < MAX_DIFFERENCE || darkest < MIN_PAPER) return image;
  if (!changesSmoothly(paper)) return image;
  const result = new Uint8Array(pixels.length);
  const columns = Array.from({ length: width }, (_, x) => interpolationAt(x / width));
  const row = new Float32Array(TILES);
  for (let y = 0; y < height; y++) {
    const { from, to, share } = interpolationAt(y / height);
    for (let tile = 0; tile < TILES; tile++) {
      row[tile] = paper[from * TILES + tile]! * (1 - share) + paper[to * TILES + tile]! * share;
    }
    for (let x = 0; x < width; x++) {
      const column = columns[x]!;
      const ground = row[column.from]! * (1 - column.share) + row[column.to]! * column.share;
      result[y * width + x] = Math.min(255, (pixels[y * width + x]! * PAPER) / Math.max(1, ground));
    }
  }
  return { ...image, pixels: result };
}

function paperOf({ pixels, width, height }: GreyImage, tile: number): number {
  const [column, row] = [tile % TILES, Math.floor(tile / TILES)];
  const edge = (index: number, size: number): number => Math.floor((index * size) / TILES);
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = edge(row, height); y < edge(row + 1, height); y += STEP) {
    for (let x = edge(column, width); x < edge(column + 1, width); x += STEP) {
      counts[pixels[y * width + x]!]!++;
      total++;
    }
  }
  let grey = 255;
  for (let lighter = counts[grey]!; grey > 0 && lighter < total * LIGHTER_SHARE;) lighter += counts[--grey]!;
  return grey;
}

/**
 * Whether more adjacent tiles differ slightly than sharply. Sharp differences come from boxes with other backgrounds,
 * not from light.
 */
function changesSmoothly(paper: Float32Array): boolean {
  let [smooth, sharp] = [0, 0];
  for (const [tile, grey] of paper.entries()) {
    for (const next of tile % TILES === TILES - 1 ? [tile + TILES] : [tile + 1, tile + TILES]) {
      const step = Math.abs(grey - (paper[next] ?? grey));
      if (step >= SHARP_STEP) sharp++;
      else if (step >= SMOOTH_STEP.least && step <= SMOOTH_STEP.most) smooth++;
    }
  }
  return smooth > sharp;
}

/**
 * Returns the tiles whose centres are before and after a position (0 to 1), and the interpolation weight of the latter.
 */
function interpolationAt(position: number): { readonly from: number; readonly to: number; readonly share: number } {
  const exact = Math.min(TILES - 1, Math.max(0, position * TILES - 0.5));
  const from = Math.floor(exact);
  return { from, to: Math.min(TILES - 1, from + 1), share: exact - from };
}
