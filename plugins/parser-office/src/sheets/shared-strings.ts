import { cleanLine, ParserError, type ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { readXml, type XmlAttributes } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { MarkedText } from "../flow/marked-text.ts";
import { TextStore } from "./text-store.ts";

/** Texts of a workbook are kept while its sheets are read; a million cells of thirty characters take 30 MB. */
const MAX_BYTES = 268_435_456;
/** Each text, also an empty one, has its place noted. */
const OFFSET_BYTES = 8;
const BYTES_PER_MEGABYTE = 1_048_576;

/** Reads the texts that cells refer to by number, without what East Asian ones say about their pronunciation. */
export async function readSharedStrings(archive: Archive, part: string, limits: ParserLimits): Promise<TextStore> {
  const strings = new TextStore();
  const text = new MarkedText();
  let isText = false;
  let isRaised = false;
  const handlers = {
    open: (name: string, attributes: XmlAttributes) => {
      if (name === "rPh") return "skip";
      if (name === "t") isText = true;
      else if (name === "si" || name === "r") isRaised = false;
      else if (name === "vertAlign") isRaised = attributes["val"] === "superscript";
      return undefined;
    },
    text: (piece: string) => {
      if (!isText) return;
      text.add(piece, isRaised);
      if (text.length > MAX_BYTES) throw tooMuch();
    },
    close: (name: string) => {
      if (name === "t") isText = false;
      else if (name === "si") strings.add(cleanLine(decodeEscapes(text.take())));
    },
  };
  for await (const piece of readXml(archive, part, limits, handlers)) {
    void piece;
    if (strings.bytes + strings.size * OFFSET_BYTES > MAX_BYTES) throw tooMuch();
  }
  return strings;
}

const tooMuch = (): ParserError =>
  new ParserError(
    "limit",
    `the texts of the workbook take more than ${MAX_BYTES / BYTES_PER_MEGABYTE} MB: split it into smaller files`,
  );
