import type { PageBox } from "@quarry/plugin";
import type { GreyImage } from "./grey-image.ts";
import type { PixelBox } from "./page-layout.ts";
import type { PreparedPage } from "./prepare-page.ts";

/** Maps a box of a prepared page to the original picture. The result is its axis-aligned bounding box. */
export function boxOnPicture(box: PixelBox, { image, scale, degrees }: PreparedPage, picture: GreyImage): PageBox {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const corners = [
    [box.x0, box.y0],
    [box.x1, box.y0],
    [box.x0, box.y1],
    [box.x1, box.y1],
  ].map(([x, y]) => {
    const across = (x! - image.width / 2) / scale;
    const down = (y! - image.height / 2) / scale;
    return {
      x: withinPicture((cos * across + sin * down) / picture.width + 0.5),
      y: withinPicture((cos * down - sin * across) / picture.height + 0.5),
    };
  });
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** Converts a pixel box to shares of the picture. */
export const shareOfPicture = ({ x0, y0, x1, y1 }: PixelBox, { width, height }: GreyImage): PageBox => ({
  x0: withinPicture(x0 / width),
  y0: withinPicture(y0 / height),
  x1: withinPicture(x1 / width),
  y1: withinPicture(y1 / height),
});

/** Returns the corresponding box on the page turned upside down. */
export const upsideDown = ({ x0, y0, x1, y1 }: PixelBox, { width, height }: GreyImage): PixelBox => ({
  x0: width - x1,
  y0: height - y1,
  x1: width - x0,
  y1: height - y0,
});

const withinPicture = (share: number): number => Math.min(1, Math.max(0, share));
