import { create, type MessageInitShape } from "@bufbuild/protobuf";
import {
  ParsedBlock_Kind,
  type ParsedDocumentInfo as InfoMessage,
  ParseFailure_Reason,
  type ParserEvent as EventMessage,
  ParserEventSchema,
  type ParserLimits as LimitsMessage,
  ParserLimitsSchema,
} from "@quarry/api/plugin";
import type { ParsedBlock, ParsedDocumentInfo, ParserErrorReason, ParserEvent, ParserLimits } from "@quarry/plugin";
import { lineBoxesOf, lineBoxMessages } from "./line-boxes.ts";

const KINDS: Readonly<Record<ParsedBlock["kind"], ParsedBlock_Kind>> = {
  heading: ParsedBlock_Kind.HEADING,
  paragraph: ParsedBlock_Kind.PARAGRAPH,
  list_item: ParsedBlock_Kind.LIST_ITEM,
  table_header: ParsedBlock_Kind.TABLE_HEADER,
  table_row: ParsedBlock_Kind.TABLE_ROW,
  code: ParsedBlock_Kind.CODE,
  quote: ParsedBlock_Kind.QUOTE,
};

const REASONS: Readonly<Record<ParserErrorReason, ParseFailure_Reason>> = {
  encrypted: ParseFailure_Reason.ENCRYPTED,
  corrupt: ParseFailure_Reason.CORRUPT,
  wrong_type: ParseFailure_Reason.WRONG_TYPE,
  empty: ParseFailure_Reason.EMPTY,
  limit: ParseFailure_Reason.LIMIT,
  unavailable: ParseFailure_Reason.UNAVAILABLE,
};

const nameIn = <Name extends string>(table: Readonly<Record<Name, number>>, number: number): Name | undefined =>
  (Object.keys(table) as Name[]).find((name) => table[name] === number);

/** An unknown reason of a newer peer counts as one that a person can't act on: a damaged file. */
export const parseFailureReasonOf = (reason: ParseFailure_Reason): ParserErrorReason =>
  nameIn(REASONS, reason) ?? "corrupt";
export const parseFailureReasonMessage = (reason: ParserErrorReason): ParseFailure_Reason => REASONS[reason];

/** Converts a peer's event. Returns undefined for an event unknown to this version. Failures are not events here. */
export const parserEventOf = ({ kind }: EventMessage): ParserEvent | undefined => {
  switch (kind.case) {
    case "block": {
      const { kind: blockKind, text, level, page, tableId, lines, links } = kind.value;
      const block: ParsedBlock = {
        kind: nameIn(KINDS, blockKind) ?? "paragraph",
        text,
        ...(level !== undefined && { level: Math.min(6, Math.max(1, level)) }),
        ...(page !== undefined && { page }),
        ...(tableId !== undefined && { tableId }),
        ...(lines.length > 0 && { lines: lineBoxesOf(text, lines) }),
        ...(links.length > 0 && { links: links.map((link) => ({ text: link.text, url: link.url })) }),
      };
      return { type: "block", block };
    }
    case "info": {
      return { type: "info", info: infoOf(kind.value) };
    }
    case "progress": {
      const { done, total } = kind.value;
      return { type: "progress", done: Number(done), ...(total !== undefined && { total: Number(total) }) };
    }
    case "uncountedMilliseconds":
      return { type: "uncounted_time", milliseconds: Number(kind.value) };
    default:
      return undefined;
  }
};

const infoOf = (info: InfoMessage): ParsedDocumentInfo => {
  const { title, author, createdAt, language, pageCount, ocrPageCount, repeatedLineCount, warnings } = info;
  const { modifiedAt, keywords, ocrConfidences } = info;
  const fields = Object.entries(info.fields).map(([name, { values }]) => [
    name,
    values.length === 1 ? values[0]! : values,
  ]);
  return {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { author }),
    ...(createdAt !== undefined && { createdAt }),
    ...(modifiedAt !== undefined && { modifiedAt }),
    ...(keywords.length > 0 && { keywords }),
    ...(language !== undefined && { language }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) as NonNullable<ParsedDocumentInfo["fields"]> }),
    ...(pageCount !== undefined && { pageCount }),
    ...(ocrPageCount !== undefined && { ocrPageCount }),
    ...(ocrConfidences.length > 0 && {
      ocrConfidences: ocrConfidences.map(({ page, confidence }) => ({ page, confidence })),
    }),
    ...(repeatedLineCount !== undefined && { repeatedLineCount }),
    ...(warnings.length > 0 && { warnings }),
  };
};

/** Files within a file are not sent. */
type SentEvent = Exclude<ParserEvent, { readonly type: "attachment" }>;

/** Converts an event for sending. */
export const parserEventMessage = (event: SentEvent): EventMessage =>
  create(ParserEventSchema, { kind: kindOf(event) });

const kindOf = (event: SentEvent): NonNullable<MessageInitShape<typeof ParserEventSchema>["kind"]> => {
  switch (event.type) {
    case "block": {
      const { kind, level, page, tableId, lines = [], links = [] } = event.block;
      const text = event.block.text.toWellFormed();
      const block = {
        kind: KINDS[kind],
        text,
        ...(level !== undefined && { level }),
        ...(typeof page === "number" && { page }),
        ...(tableId !== undefined && { tableId }),
        lines: lineBoxMessages(text, lines),
        links: links.map((link) => ({ text: link.text.toWellFormed(), url: link.url.toWellFormed() })),
      };
      return { case: "block", value: block };
    }
    case "info": {
      const { warnings = [], keywords = [], ocrConfidences = [], fields = {}, ...info } = event.info;
      const texts = Object.entries(fields).map(([name, value]) => [name, { values: [value].flat() }]);
      const lists = { warnings: [...warnings], keywords: [...keywords], ocrConfidences: [...ocrConfidences] };
      return { case: "info", value: { ...info, ...lists, fields: Object.fromEntries(texts) } };
    }
    case "progress": {
      const { done, total } = event;
      const progress = { done: toUint64(done), ...(total !== undefined && { total: toUint64(total) }) };
      return { case: "progress", value: progress };
    }
    case "uncounted_time":
      return { case: "uncountedMilliseconds", value: toUint64(event.milliseconds) };
  }
};

/** Converts a number to a uint64. */
const toUint64 = (value: number): bigint => BigInt(Math.round(Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, value))));

export const parserLimitsMessage = ({ maxCompressionRatio, ...counts }: ParserLimits): LimitsMessage =>
  create(ParserLimitsSchema, {
    maxCompressionRatio,
    maxPages: toUint64(counts.maxPages),
    maxArchiveEntries: toUint64(counts.maxArchiveEntries),
    maxUncompressedBytes: toUint64(counts.maxUncompressedBytes),
    maxNesting: toUint64(counts.maxNesting),
    maxTextCharacters: toUint64(counts.maxTextCharacters),
    maxPixels: toUint64(counts.maxPixels),
    maxCells: toUint64(counts.maxCells),
  });

export const parserLimitsOf = ({ maxCompressionRatio, ...counts }: LimitsMessage): ParserLimits => ({
  maxCompressionRatio,
  maxPages: Number(counts.maxPages),
  maxArchiveEntries: Number(counts.maxArchiveEntries),
  maxUncompressedBytes: Number(counts.maxUncompressedBytes),
  maxNesting: Number(counts.maxNesting),
  maxTextCharacters: Number(counts.maxTextCharacters),
  maxPixels: Number(counts.maxPixels),
  maxCells: Number(counts.maxCells),
});
