import type { GreyImage } from "../grey-image.ts";

interface Placed {
  readonly label: GreyImage;
  readonly x: number;
  readonly y: number;
}

interface Page {
  readonly width: number;
  readonly height: number;
  /** Default 255. */
  readonly grey?: number;
}

/** Places pictures on a page of one grey. */
export function onPage({ width, height, grey = 255 }: Page, labels: readonly Placed[]): GreyImage {
  const pixels = new Uint8Array(width * height).fill(grey);
  for (const { label, x, y } of labels) {
    for (let row = 0; row < label.height; row++) {
      pixels.set(label.pixels.subarray(row * label.width, (row + 1) * label.width), (y + row) * width + x);
    }
  }
  return { pixels, width, height };
}
