import { open } from "node:fs/promises";
import {
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
import { askTika } from "./ask-tika.ts";
import { FILE_KINDS } from "./file-kinds.ts";
import type { TikaSettings } from "./tika-settings.ts";
import { XhtmlReader } from "./xhtml-reader.ts";

export const tikaParser = (settings: TikaSettings): ParserV1 => ({
  parse: (source, limits) => parse(source, limits, settings),
});

async function* parse(source: ParserSource, limits: ParserLimits, settings: TikaSettings): AsyncGenerator<ParserEvent> {
  await checkSignature(source);
  const reader = new XhtmlReader(new ParserBudget(limits), {
    onHead: ({ mediaType }) => checkMediaType(mediaType, source),
    divisionsArePages: FILE_KINDS[source.fileType]?.divisionsArePages ?? false,
  });
  const decoder = new TextDecoder();
  for await (const { bytes, waitedMs } of askTika(source, settings)) {
    yield { type: "uncounted_time", milliseconds: waitedMs };
    yield* reader.push(decoder.decode(bytes, { stream: true }));
  }
  yield* reader.push(decoder.decode());
  yield* reader.finish();
}

/**
 * Checks the signature: Tika only considers the bytes and would parse a PDF named .rtf, but here the name must be
 * correct.
 */
const checkSignature = async ({ path, fileType }: ParserSource): Promise<void> => {
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  if (bytesRead === 0) throw new ParserError("empty", "the file is empty: there is nothing to read in it");
  if (sniffFileType(head) !== FILE_KINDS[fileType]?.signature) throw wrongType(describeFileContent(head), fileType);
};

/** Checks the type that Tika detected: the contents of a container are only known when it is open. */
const checkMediaType = (mediaType: string | undefined, { fileType }: ParserSource): void => {
  if (mediaType === undefined) {
    throw new ParserError("unavailable", "the parsing service does not answer as Apache Tika does (setting url)");
  }
  const [essence = ""] = mediaType.split(";");
  if (!FILE_KINDS[fileType]!.mediaTypes.includes(essence.trim())) throw wrongType(`of type ${mediaType}`, fileType);
};

const wrongType = (found: string, fileType: string): ParserError =>
  new ParserError(
    "wrong_type",
    `the file is ${found}, not a .${fileType} file: rename it to its real type and upload it again`,
  );
