import { create } from "@bufbuild/protobuf";
import { type UpsertRequest, UpsertRequestSchema } from "@quarry/api/plugin";
import { mapInTimeSlices, type VectorRecord } from "@quarry/plugin";
import { slicesOf } from "@quarry/plugin/domain";
import { PeerFailure } from "../peer/peer-failure.ts";
import { partsOf } from "../wire/parts.ts";
import { plainRecord, recordSize, recordWithFieldValues } from "../wire/stored-record.ts";
import type { StorePeer } from "./store-peer.ts";

/** Bytes reserved for the message around a record. */
const MESSAGE_OVERHEAD = 1_024;

/**
 * Maximum number of records whose messages exist at the same time, which keeps their memory far below the limit of a
 * process.
 */
export const RECORDS_AT_ONCE = 250;

/**
 * Yields the messages of an upsert. The first contains the number of records, so a truncated stream is never taken for
 * a complete one. The records are encoded as they are sent.
 */
export async function* upsertParts(
  peer: StorePeer,
  collection: string,
  records: readonly VectorRecord[],
): AsyncGenerator<UpsertRequest> {
  const start = { collection, totalRecords: records.length };
  yield create(UpsertRequestSchema, { part: { case: "start", value: start } });
  const toMessage = peer.capabilities.takesHostFilters ? plainRecord : recordWithFieldValues;
  const size = (message: ReturnType<typeof toMessage>): number =>
    requireSize(peer, `the record ${JSON.stringify(message.id)}`, recordSize(message));
  for (const slice of slicesOf(records, RECORDS_AT_ONCE)) {
    for (const part of partsOf(await mapInTimeSlices(slice, toMessage), size)) {
      yield create(UpsertRequestSchema, { part: { case: "records", value: { records: part } } });
    }
  }
}

/** Returns the size of a record in bytes. Fails if it exceeds one message. */
export const requireSize = ({ name, maxMessageBytes }: StorePeer, record: string, bytes: number): number => {
  if (bytes + MESSAGE_OVERHEAD <= maxMessageBytes) return bytes;
  throw new PeerFailure(
    "invalid",
    `${record} takes ${bytes} bytes, more than ${name}'s limit of ${maxMessageBytes} per message: shorten its text or metadata`,
  );
};
