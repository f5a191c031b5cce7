/** Which page is to be shown. */
export interface PageRequest {
  /** 1-based. */
  readonly page: number;
  /** Pixels that its picture may be wide. Absent where only its size is asked for. */
  readonly width?: number;
}

/** View of a page: its size and its picture. */
export interface PageView {
  /** Pages that the file has. */
  readonly pageCount: number;
  /** The page as it is displayed, turned and cropped; absent where the file has no such page. */
  readonly size?: PageSize;
  /** Where a width was asked for. */
  readonly picture?: PagePicture;
}

/** In points, 72 to the inch. A picture that doesn't say how large it is has one for each pixel. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly mediaType: "image/png" | "image/webp";
}

/** Most pixels of a page's picture: an A4 page 3,360 pixels wide. A longer page is drawn narrower than was asked for. */
export const MAX_VIEW_PIXELS = 16_000_000;

/** Most pixels of either side: what every format of pictures can have. */
const MAX_VIEW_SIDE = 16_383;

/** How large a page is drawn: as wide as asked, or as the limits leave. */
export function viewPixels(size: PageSize, width: number): PageSize {
  const scale = Math.min(
    width / size.width,
    Math.sqrt(MAX_VIEW_PIXELS / (size.width * size.height)),
    MAX_VIEW_SIDE / Math.max(size.width, size.height),
  );
  const pixels = (length: number): number => Math.max(1, Math.round(length * scale));
  return { width: pixels(size.width), height: pixels(size.height) };
}
