import type { GreyImage } from "@quarry/ocr";
import type { Sharp } from "sharp";

/** Larger pictures are scaled down during decoding: A2 at 300 dpi. Letters of larger pictures remain large enough. */
const MAX_GREY_PIXELS = 35_000_000;
/** Resolutions outside this range are not those of a scanner: omitted or invalid. */
const MIN_DOTS_PER_INCH = 30;
const MAX_DOTS_PER_INCH = 4_800;

/** Runs a pipeline to grey bytes. Scales down very large pictures. */
export async function greyImageOf(
  picture: Sharp,
  size: { readonly width: number; readonly height: number },
  density: number | undefined,
): Promise<GreyImage> {
  const scale = Math.min(1, Math.sqrt(MAX_GREY_PIXELS / (size.width * size.height)));
  const scaled = scale < 1 ? picture.resize({ width: Math.max(1, Math.floor(size.width * scale)) }) : picture;
  const { data, info } = await scaled
    .greyscale()
    .toColourspace("b-w")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const known = sensibleDensity(density);
  return {
    pixels: data,
    width: info.width,
    height: info.height,
    ...(known !== undefined && { dotsPerInch: known * scale }),
  };
}

/** Returns the resolution declared by a file if it is plausible. */
export const sensibleDensity = (density: number | undefined): number | undefined =>
  density !== undefined && density >= MIN_DOTS_PER_INCH && density <= MAX_DOTS_PER_INCH ? density : undefined;
