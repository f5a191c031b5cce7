/** Request to show a page. */
export interface PageRequest {
  /** Page number, 1-based. */
  readonly page: number;
  /** Maximum width of the picture in pixels. Absent if only the page size is requested. */
  readonly width?: number;
}

/** Page view: its size and its picture. */
export interface PageView {
  /** Number of pages of the file. */
  readonly pageCount: number;
  /** Size of the page as displayed, rotated and cropped; absent if the file has no such page. */
  readonly size?: PageSize;
  /** Picture of the page, if a width was requested. */
  readonly picture?: PagePicture;
}

/** Page size in points, 72 per inch. A picture that doesn't state its size has one point per pixel. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly mediaType: "image/png" | "image/webp";
}

/** Most pixels of a page's picture: an A4 page 3,360 pixels wide. A longer page is rendered narrower than requested. */
export const MAX_VIEW_PIXELS = 16_000_000;

/** Most pixels of either side: the limit that every picture format supports. */
const MAX_VIEW_SIDE = 16_383;

/** Returns the rendered size of a page in pixels: the requested width, or less if a limit requires it. */
export function viewPixels(size: PageSize, width: number): PageSize {
  const scale = Math.min(
    width / size.width,
    Math.sqrt(MAX_VIEW_PIXELS / (size.width * size.height)),
    MAX_VIEW_SIDE / Math.max(size.width, size.height),
  );
  const pixels = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: pixels(size.width), height: pixels(size.height) };
}
