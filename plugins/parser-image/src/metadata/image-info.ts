import { open } from "node:fs/promises";
import { cleanLine, type ParsedDocumentInfo } from "@quarry/plugin";
import type { Metadata } from "sharp";
import type { ImageType } from "../image-type.ts";
import { type ReadBytes, readTags, type TagDirectory } from "./tag-directory.ts";

const DESCRIPTION = 0x010e;
const ARTIST = 0x013b;
const DATE_TIME = 0x0132;
const EXIF_DIRECTORY = 0x8769;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
/** Windows' own title tag, in UTF-16. */
const WINDOWS_TITLE = 0x9c9b;
const WINDOWS_AUTHOR = 0x9c9d;
/** EXIF date: "2013:12:29 17:32:54" */
const EXIF_DATE = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/;

type Info = Pick<ParsedDocumentInfo, "title" | "author" | "createdAt">;

/** Reads title, author and date of a picture from its EXIF block, the tags of a TIFF, or the texts of a PNG. */
export async function imageInfo(path: string, type: ImageType, metadata: Metadata): Promise<Info> {
  const written = pngInfo(metadata.comments ?? []);
  const tagged = type === "tiff" ? await infoOfTiff(path) : await infoOfExif(metadata.exif);
  return { ...tagged, ...written };
}

function pngInfo(comments: readonly { keyword: string; text: string }[]): Info {
  const texts = new Map(comments.map(({ keyword, text }) => [keyword.toLowerCase(), cleanLine(text)]));
  const created = Date.parse(texts.get("creation time") ?? "");
  return compact({
    title: texts.get("title"),
    author: texts.get("author"),
    createdAt: Number.isNaN(created) ? undefined : new Date(created).toISOString(),
  });
}

async function infoOfTiff(path: string): Promise<Info> {
  await using file = await open(path, "r");
  return await infoOfTags(async (position, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  });
}

async function infoOfExif(exif: Buffer | undefined): Promise<Info> {
  if (exif === undefined) return {};
  const block = exif.toString("latin1", 0, 6) === "Exif\0\0" ? exif.subarray(6) : exif;
  return await infoOfTags(async (position, length) => block.subarray(position, position + length));
}

async function infoOfTags(read: ReadBytes): Promise<Info> {
  const main = await readTags(read);
  if (main === undefined) return {};
  const position = main.numbers.get(EXIF_DIRECTORY);
  const exif = position === undefined ? undefined : await readTags(read, position);
  return compact({
    title: wideText(main, WINDOWS_TITLE) ?? plainText(main, DESCRIPTION),
    author: wideText(main, WINDOWS_AUTHOR) ?? plainText(main, ARTIST),
    createdAt:
      exifDate(plainText(exif, DATE_TIME_ORIGINAL), plainText(exif, OFFSET_TIME_ORIGINAL)) ??
      exifDate(plainText(main, DATE_TIME), undefined),
  });
}

/** Decodes a text tag: officially ASCII, usually UTF-8, terminated by a zero byte. */
const plainText = (tags: TagDirectory | undefined, tag: number): string | undefined =>
  tags?.texts.get(tag)?.toString("utf8").split("\0", 1)[0];

const wideText = (tags: TagDirectory, tag: number): string | undefined =>
  tags.texts.get(tag)?.toString("utf16le").split("\0", 1)[0];

/**
 * Converts an EXIF date. Without an offset, the camera's clock is assumed to be UTC, because the time zone is unknown.
 */
function exifDate(date: string | undefined, offset: string | undefined): string | undefined {
  const match = EXIF_DATE.exec(date ?? "");
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const zone = /^[+-]\d\d:\d\d/.exec(offset ?? "")?.[0] ?? "Z";
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Removes missing and blank values. */
const compact = (info: { readonly [Key in keyof Info]: string | undefined }): Info =>
  Object.fromEntries(
    Object.entries(info)
      .map(([key, value]) => [key, value === undefined ? "" : cleanLine(value)])
      .filter(([, value]) => value !== ""),
  );
