import type { UpsertRequest } from "@quarry/api/plugin";
import type { VectorRecord } from "@quarry/plugin";
import { recordOf } from "../wire/stored-record.ts";
import type { ServedCalls } from "./served-calls.ts";

export interface ReceivedUpsert {
  readonly collection: string;
  readonly records: readonly VectorRecord[];
}

/** Returns all records of a stream, once it has ended with the announced number. */
export const receiveUpsert = async (
  requests: AsyncIterable<UpsertRequest>,
  refuse: ServedCalls["refuse"],
): Promise<ReceivedUpsert> => {
  let start: { readonly collection: string; readonly totalRecords: number } | undefined;
  const records: VectorRecord[] = [];
  for await (const { part } of requests) {
    if (part.case === "start" && start === undefined) start = part.value;
    else if (part.case === "records" && start !== undefined) {
      for (const record of part.value.records) records.push(readRecord(record, refuse));
      if (records.length > start.totalRecords) break;
    } else throw refuse("invalid", "an upsert must be one start message and then records");
  }
  if (start === undefined) throw refuse("invalid", "an upsert must begin with its start message");
  const { collection, totalRecords } = start;
  if (records.length === totalRecords) return { collection, records };
  throw refuse("invalid", `${totalRecords} records were announced, but ${records.length} received: nothing is written`);
};

const readRecord = (record: Parameters<typeof recordOf>[0], refuse: ServedCalls["refuse"]): VectorRecord => {
  try {
    return recordOf(record);
  } catch (error) {
    throw refuse("invalid", `the record ${JSON.stringify(record.id)} has ${(error as Error).message}`);
  }
};
