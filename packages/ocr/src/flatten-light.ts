import type { GreyImage } from "./grey-image.ts";

/** Parts of a page by side: small enough to follow a shadow, large enough to hold more paper than letters. */
const PARTS = 24;
/** Smaller parts hold too few pixels to tell paper from letters. */
const MIN_PART_PIXELS = 8;
/** Every so many pixels, both ways, one is counted. */
const STEP = 2;
/** The paper of a part is at least as light as this share of its pixels: of dense text three in ten are ink. */
const LIGHTER_SHARE = 0.3;
/** Of the parts, the lightest and the darkest twentieth may be pictures. */
const ODD_SHARE = 0.05;
/** Differences of the paper that one threshold for the whole page still divides. */
const MAX_DIFFERENCE = 40;
/** Darker parts are no paper in a shadow but pictures, or a page with light letters. */
const MIN_PAPER = 30;
/** Light changes from part to part by so much; the ground of a coloured box or of a dark half changes at once. */
const SMOOTH_STEP = { least: 2, most: 25 };
const SHARP_STEP = 40;
/** The grey that paper gets. */
const PAPER = 245;

/** Divides each grey by that of the paper about it, where the paper is not equally light all over; else returns the same image. */
export function flattenLight(image: GreyImage): GreyImage {
  const { pixels, width, height } = image;
  if (Math.min(width, height) < PARTS * MIN_PART_PIXELS) return image;
  const paper = Float32Array.from({ length: PARTS * PARTS }, (_, part) => paperOf(image, part));
  const sorted = paper.toSorted();
  const darkest = sorted[Math.floor(sorted.length * ODD_SHARE)]!;
  const lightest = sorted[Math.floor(sorted.length * (1 - ODD_SHARE))]!;
  if (lightest - darkest < MAX_DIFFERENCE || darkest < MIN_PAPER) return image;
  if (!changesSmoothly(paper)) return image;
  const result = new Uint8Array(pixels.length);
  const columns = Array.from({ length: width }, (_, x) => between(x / width));
  const row = new Float32Array(PARTS);
  for (let y = 0; y < height; y++) {
    const { from, to, share } = between(y / height);
    for (let part = 0; part < PARTS; part++) {
      row[part] = paper[from * PARTS + part]! * (1 - share) + paper[to * PARTS + part]! * share;
    }
    for (let x = 0; x < width; x++) {
      const column = columns[x]!;
      const ground = row[column.from]! * (1 - column.share) + row[column.to]! * column.share;
      result[y * width + x] = Math.min(255, (pixels[y * width + x]! * PAPER) / Math.max(1, ground));
    }
  }
  return { ...image, pixels: result };
}

function paperOf({ pixels, width, height }: GreyImage, part: number): number {
  const [column, row] = [part % PARTS, Math.floor(part / PARTS)];
  const edge = (index: number, size: number): number => Math.floor((index * size) / PARTS);
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

/** Whether more neighbouring parts differ a little than a lot: boxes have other grounds, too, but no light does that. */
function changesSmoothly(paper: Float32Array): boolean {
  let [smooth, sharp] = [0, 0];
  for (const [part, grey] of paper.entries()) {
    for (const next of part % PARTS === PARTS - 1 ? [part + PARTS] : [part + 1, part + PARTS]) {
      const step = Math.abs(grey - (paper[next] ?? grey));
      if (step >= SHARP_STEP) sharp++;
      else if (step >= SMOOTH_STEP.least && step <= SMOOTH_STEP.most) smooth++;
    }
  }
  return smooth > sharp;
}

/** The parts whose middles lie before and behind a position (0 to 1), and how near it is to the latter. */
function between(position: number): { readonly from: number; readonly to: number; readonly share: number } {
  const exact = Math.min(PARTS - 1, Math.max(0, position * PARTS - 0.5));
  const from = Math.floor(exact);
  return { from, to: Math.min(PARTS - 1, from + 1), share: exact - from };
}
