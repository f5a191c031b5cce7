import type { GreyImage } from "@quarry/ocr";
import { ParserBudget, ParserError, type ParserLimits } from "@quarry/plugin";
import sharp, { type Metadata, type SharpOptions } from "sharp";
import { damagedImage } from "./damaged-image.ts";
import type { ImageFile } from "./image-file.ts";
import type { ImageType } from "./image-type.ts";
import { greyImageOf } from "./grey-pixels.ts";
import { imageInfo } from "./metadata/image-info.ts";

// Cache and threads are disabled: pictures are decoded one at a time and only once, and threads would take cores from
// other documents.
sharp.cache(false);
sharp.concurrency(1);
// Only these formats are ever decoded, whatever a file claims to be.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPngFile",
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadTiffFile",
    "VipsForeignLoadNsgifFile",
    "VipsForeignLoadWebpFile",
  ],
});

/**
 * Maximum decoded size of interlaced pictures, GIFs and TIFFs, which may have to be decoded as a whole before the first
 * row is available. 512 MiB is an A3 page in colour at 1,000 dpi.
 */
const MAX_WHOLE_BYTES = 512 * 1024 * 1024;
const BYTES_PER_SAMPLE: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, double: 8 };
const WHITE = "#ffffff";
const BLACK = "#000000";

/** Opens a PNG, JPEG, TIFF, GIF or WebP. */
export async function openRaster(path: string, type: ImageType, limits: ParserLimits): Promise<ImageFile> {
  const first = await readMetadata(path, 0, limits);
  const pages = first.pages ?? 1;
  const isAnimation = (type === "gif" || type === "webp") && pages > 1;
  const frames = isAnimation ? 1 : pages;
  new ParserBudget(limits).checkPages(frames, "frames");
  const warnings = isAnimation ? [`Only the first of the ${pages} frames of the animation was read.`] : [];
  return {
    frames,
    info: { ...(await imageInfo(path, type, first)), pageCount: frames, ...(warnings.length > 0 && { warnings }) },
    readFrame: (frame) => readFrame(path, frame, limits, frame === 0 ? first : undefined),
  };
}

async function* readFrame(
  path: string,
  frame: number,
  limits: ParserLimits,
  known: Metadata | undefined,
): AsyncGenerator<GreyImage> {
  const metadata = known ?? (await readMetadata(path, frame, limits));
  yield await decode(path, frame, limits, metadata, WHITE);
  // White letters on a transparent background are only visible on black.
  if (metadata.hasAlpha) yield await decode(path, frame, limits, metadata, BLACK);
}

/** Opens a frame in colour on white, rotated as displayed, for drawing. Nothing is decoded yet. */
export async function openColourFrame(path: string, frame: number, limits: ParserLimits) {
  const { autoOrient: size, density } = await readMetadata(path, frame, limits);
  const picture = sharp(path, { ...options(frame), limitInputPixels: limits.maxPixels })
    .autoOrient()
    .flatten({ background: WHITE });
  return { picture, size, density };
}

async function readMetadata(path: string, frame: number, limits: ParserLimits): Promise<Metadata> {
  const metadata = await sharp(path, { ...options(frame), limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw damagedImage(error);
    });
  const { width, channels, depth } = metadata;
  // For an animation, `height` can be that of all frames.
  const height = metadata.pageHeight ?? metadata.height;
  if (!(width > 0 && height > 0)) throw damagedImage();
  new ParserBudget(limits).checkPixels(width, height);
  const bytes = width * height * Math.max(channels, metadata.format === "gif" ? 4 : 1) * (BYTES_PER_SAMPLE[depth] ?? 4);
  const isWhole = metadata.isProgressive || metadata.format === "gif" || metadata.format === "tiff";
  if (isWhole && bytes > MAX_WHOLE_BYTES) {
    throw new ParserError(
      "limit",
      `the picture takes ${Math.round(bytes / 1024 / 1024)} MB when it is decoded, more than the ${MAX_WHOLE_BYTES / 1024 / 1024} MB that a picture of its kind may: scale it down`,
    );
  }
  return metadata;
}

async function decode(
  path: string,
  frame: number,
  limits: ParserLimits,
  metadata: Metadata,
  background: string,
): Promise<GreyImage> {
  try {
    const picture = sharp(path, { ...options(frame), limitInputPixels: limits.maxPixels })
      .autoOrient()
      .flatten({ background });
    return await greyImageOf(picture, metadata.autoOrient, metadata.density);
  } catch (error) {
    throw damagedImage(error);
  }
}

/** `error` instead of the strict default: cameras and scanners write files with harmless deviations. */
const options = (frame: number): SharpOptions => ({ page: frame, failOn: "error", sequentialRead: true });
