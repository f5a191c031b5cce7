import { describeValue } from "@quarry/plugin/domain";
import type { PageRequest, PageView } from "@quarry/plugin";
import { WrongEvent } from "./check-event.ts";

/** Far above the size of an image with the maximum number of pixels. */
const MAX_PICTURE_BYTES = 32 * 1_048_576;

const MEDIA_TYPES: ReadonlySet<unknown> = new Set(["image/png", "image/webp"]);

/** Returns the result of `showPage` if it is a valid response to the request; throws otherwise. */
export const checkPageView = (value: unknown, { page, width }: PageRequest): PageView => {
  const { pageCount, size, picture } = (value ?? {}) as Partial<PageView>;
  if (!Number.isSafeInteger(pageCount) || pageCount! < 0) throw wrong("pageCount", "a whole number", pageCount);
  if (page > pageCount!) return { pageCount: pageCount! };
  if (!(isLength(size?.width) && isLength(size?.height))) throw wrong("size", "width and height above 0", size);
  if (width === undefined) return { pageCount: pageCount!, size: size! };
  const isPicture = picture?.bytes instanceof Uint8Array && MEDIA_TYPES.has(picture.mediaType);
  if (!isPicture) throw wrong("picture", "bytes of a PNG or WebP with their media type", picture);
  if (picture.bytes.length > MAX_PICTURE_BYTES) {
    throw wrong("picture.bytes.length", `at most ${MAX_PICTURE_BYTES}`, picture.bytes.length);
  }
  return { pageCount: pageCount!, size: size!, picture };
};

const isLength = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value) && value > 0;

const wrong = (field: string, expected: string, got: unknown): WrongEvent =>
  new WrongEvent(`from showPage ${field} ${describeValue(got)}, which may be ${expected}`);
