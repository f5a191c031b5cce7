import {
  type PageRequest,
  type PageSize,
  type PageView,
  ParserError,
  type ParserLimits,
  type ParserSource,
  viewPixels,
} from "@quarry/plugin";
import sharp, { type Sharp } from "sharp";
import { openBmp } from "./bmp/open-bmp.ts";
import { damagedImage } from "./damaged-image.ts";
import { openColourFrame, openRaster } from "./decode-raster.ts";
import { sensibleDensity } from "./grey-pixels.ts";
import { imageTypeOf } from "./image-type.ts";

/** Usual quality of photos on web pages. A higher effort takes longer than it saves in transfer. */
const WEBP = { quality: 85, effort: 2 };
const POINTS_PER_INCH = 72;

/** Measures a frame as displayed and, if a width is requested, draws it without enlarging it. */
export async function showPage(source: ParserSource, request: PageRequest, limits: ParserLimits): Promise<PageView> {
  const { path, fileType } = source;
  const { page, width } = request;
  const type = await imageTypeOf(path, fileType);
  const { frames, readFrame } = await (type === "bmp" ? openBmp(path, limits) : openRaster(path, type, limits));
  if (page > frames) return { pageCount: frames };
  if (type !== "bmp") {
    const { picture, size, density } = await openColourFrame(path, page - 1, limits);
    return { pageCount: frames, ...(await view(picture, size, density, width)) };
  }
  for await (const { pixels, dotsPerInch, ...size } of readFrame(0)) {
    const grey = sharp(pixels, { raw: { ...size, channels: 1 }, limitInputPixels: false });
    return { pageCount: frames, ...(await view(grey, size, dotsPerInch, width)) };
  }
  throw damagedImage();
}

async function view(
  picture: Sharp,
  pixels: PageSize,
  density: number | undefined,
  width: number | undefined,
): Promise<Omit<PageView, "pageCount">> {
  const scale = POINTS_PER_INCH / (sensibleDensity(density) ?? POINTS_PER_INCH);
  const size = { width: pixels.width * scale, height: pixels.height * scale };
  if (width === undefined) return { size };
  try {
    const drawn = picture.resize(viewPixels(pixels, Math.min(width, pixels.width))).toColourspace("srgb");
    return { size, picture: { bytes: await drawn.webp(WEBP).toBuffer(), mediaType: "image/webp" } };
  } catch (error) {
    throw error instanceof ParserError ? error : damagedImage(error);
  }
}
