import { mapInTimeSlices, type TermRecord } from "@quarry/plugin";
import { toTermDocument } from "./term-document.ts";
import { documentKey, termPath, type TermTarget } from "./term-target.ts";

/** The server accepts 100 MB, and processes chunks of some 5 MB fastest. */
const BYTES_PER_REQUEST = 5 * 1024 * 1024;
/** Batch size for which the derived data stays far below a process's memory limit. */
const RECORDS_AT_ONCE = 100;
const KEYS_PER_REQUEST = 5_000;

/** Without it the server would automatically create a missing index. */
const TO_ALIAS = "&require_alias=true";

export const putRecords = async (target: TermTarget, records: readonly TermRecord[]): Promise<void> => {
  let lines: string[] = [];
  let bytes = 0;
  const send = async () => {
    if (lines.length > 0) await target.client.bulk(target.signal, termPath(target, "_bulk", TO_ALIAS), lines.join(""));
    lines = [];
    bytes = 0;
  };
  for (let start = 0; start < records.length; start += RECORDS_AT_ONCE) {
    const made = await mapInTimeSlices(records.slice(start, start + RECORDS_AT_ONCE), (record) => {
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
  for (let start = 0; start < keys.length; start += KEYS_PER_REQUEST) {
    const lines = keys
      .slice(start, start + KEYS_PER_REQUEST)
      .map((key) => `{"delete":{"_id":${JSON.stringify(documentKey(target, key))}}}\n`);
    await target.client.bulk(target.signal, termPath(target, "_bulk", TO_ALIAS), lines.join(""));
  }
};
