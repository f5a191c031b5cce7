import { open } from "node:fs/promises";
import {
  cleanText,
  describeFileContent,
  ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
  type ParserSource,
  type ParserV1,
  SNIFF_BYTES,
  sniffFileType,
} from "@quarry/plugin";
import { READABLE_TYPES } from "./readable-types.ts";
import { readWithDocling } from "./docling/read-with-docling.ts";
import type { RemoteSettings } from "./remote-settings.ts";
import { readWithPlugin } from "./quarry/read-with-plugin.ts";
import { readWithTika } from "./tika/read-with-tika.ts";
import { readWithUnstructured } from "./unstructured/read-with-unstructured.ts";

const PROTOCOLS = {
  tika: readWithTika,
  docling: readWithDocling,
  unstructured: readWithUnstructured,
  quarry: readWithPlugin,
};

/** Parses documents by calling a service over HTTP. */
export function remoteParser(settings: RemoteSettings): ParserV1 {
  return { parse: (source, limits) => parse(source, limits, settings) };
}

async function* parse(
  source: ParserSource,
  limits: ParserLimits,
  settings: RemoteSettings,
): AsyncGenerator<ParserEvent> {
  if (READABLE_TYPES.includes(source.fileType)) await checkType(source);
  const budget = new ParserBudget(limits);
  for await (const event of PROTOCOLS[settings.protocol](source, settings, limits)) {
    if (event.type === "info" && event.info.pageCount !== undefined) budget.checkPages(event.info.pageCount, "pages");
    if (event.type !== "block") {
      yield event;
      continue;
    }
    const text = cleanText(event.block.text).trim();
    if (text === "") continue;
    if (typeof event.block.page === "number") budget.checkPages(event.block.page, "pages");
    budget.spendText(text.length);
    yield { type: "block", block: { ...event.block, text } };
  }
}

/** Signature at the beginning of files of a type. Types without one are text. */
const SIGNATURES: Readonly<Record<string, string>> = {
  ...{ pdf: "pdf", docx: "zip", pptx: "zip", xlsx: "zip" },
  ...{ png: "png", jpg: "jpeg", jpeg: "jpeg", tiff: "tiff", tif: "tiff", bmp: "bmp", gif: "gif" },
};

/**
 * Checks that the content matches the extension. Services only inspect the bytes and would read a PNG named .pdf as a
 * picture.
 */
async function checkType({ path, fileType }: ParserSource): Promise<void> {
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  const found = sniffFileType(head);
  if (found === SIGNATURES[fileType]) return;
  // An encrypted Office file is an OLE2 container. Text can begin with anything that isn't a signature.
  if (found === "ole2" && SIGNATURES[fileType] === "zip") {
    throw new ParserError(
      "encrypted",
      "the file is encrypted or of an old binary format: save it without a password and upload it again",
    );
  }
  throw new ParserError(
    "wrong_type",
    `the file is ${describeFileContent(head)}, not a .${fileType} file: rename it to its real type and upload it again`,
  );
}
