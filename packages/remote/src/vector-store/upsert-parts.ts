import { create } from "@bufbuild/protobuf";
import { type UpsertRequest, UpsertRequestSchema } from "@quarry/api/plugin";
import { mapInTimeSlices, type VectorRecord } from "@quarry/plugin";
import { slicesOf } from "@quarry/plugin/domain";
import { PeerFailure } from "../peer/peer-failure.ts";
import { partsOf } from "../wire/parts.ts";
import { plainRecord, recordSize, recordWithFacts } from "../wire/stored-record.ts";
import type { StorePeer } from "./store-peer.ts";

/** Room for the message around a record. */
const MESSAGE_OVERHEAD = 1_024;

/** So many that the messages of them are far below what a process may hold. */
export const RECORDS_AT_ONCE = 250;

/**
 * The messages of an upsert: first how many records follow, so that a stream that is cut is never taken for a whole one,
 * then the records, made as they are sent.
 */
export async function* upsertParts(
  peer: StorePeer,
  collection: string,
  records: readonly VectorRecord[],
): AsyncGenerator<UpsertRequest> {
  const start = { collection, totalRecords: records.length };
  yield create(UpsertRequestSchema, { part: { case: "start", value: start } });
  const toMessage = peer.capabilities.takesHostFilters ? plainRecord : recordWithFacts;
  const size = (message: ReturnType<typeof toMessage>): number =>
    requireSize(peer, `the record ${JSON.stringify(message.id)}`, recordSize(message));
  for (const some of slicesOf(records, RECORDS_AT_ONCE)) {
    for (const part of partsOf(await mapInTimeSlices(some, toMessage), size)) {
      yield create(UpsertRequestSchema, { part: { case: "records", value: { records: part } } });
    }
  }
}

/** The bytes of a record, where one message can take them. */
export const requireSize = ({ name, maxMessageBytes }: StorePeer, record: string, bytes: number): number => {
  if (bytes + MESSAGE_OVERHEAD <= maxMessageBytes) return bytes;
  throw new PeerFailure(
    "invalid",
    `${record} takes ${bytes} bytes, more than the ${maxMessageBytes} of one message that ${name} takes: shorten its text or metadata`,
  );
};
