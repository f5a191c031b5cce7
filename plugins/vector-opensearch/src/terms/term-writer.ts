import { mapInTimeSlices, type TermRecord } from "@quarry/plugin";
import { slicesOf } from "@quarry/plugin/domain";
import { bulk } from "../target.ts";
import { toTermDocument } from "./term-document.ts";
import { documentKey, type TermTarget } from "./term-target.ts";

/** The server accepts 100 MB, and processes chunks of some 5 MB fastest. */
const BYTES_PER_REQUEST = 5 * 1024 * 1024;
/** Batch size for which the derived data stays far below a process's memory limit. */
const RECORDS_AT_ONCE = 100;
const KEYS_PER_REQUEST = 5_000;

export const putRecords = async (target: TermTarget, records: readonly TermRecord[]): Promise<void> => {
  let lines: string[] = [];
  let bytes = 0;
  const send = async () => {
    if (lines.length > 0) await bulk(target, lines);
    lines = [];
    bytes = 0;
  };
  for (const part of slicesOf(records, RECORDS_AT_ONCE)) {
    const made = await mapInTimeSlices(part, (record) => {
      const document = toTermDocument(target.collection, record);
      return `{"index":{"_id":${JSON.stringify(documentKey(target, record.key))}}}\n${document}\n`;
    });
    for (const line of made) {
      lines.push(line);
      bytes += line.length;
      if (bytes >= BYTES_PER_REQUEST) await send();
    }
  }
  await send();
};

export const removeRecords = async (target: TermTarget, keys: readonly string[]): Promise<void> => {
  for (const part of slicesOf(keys, KEYS_PER_REQUEST)) {
    const lines = part.map((key) => `{"delete":{"_id":${JSON.stringify(documentKey(target, key))}}}\n`);
    await bulk(target, lines);
  }
};
