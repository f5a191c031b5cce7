import { create, equals } from "@bufbuild/protobuf";
import { UpsertVectorsRequestSchema } from "@quarry/api";
import { expect, test } from "vitest";
import { packMessage, unpackMessage } from "./message-transfer.ts";

const NUMBERS = Float32Array.of(0.5, -1, 2);

/** Returns a request whose vectors share one buffer, except for one. */
const requestOf = (count: number) => {
  const memory = new ArrayBuffer(count * NUMBERS.byteLength);
  const vectors = Array.from({ length: count }, (_, row) => {
    const bytes = row === 1 ? new Uint8Array(NUMBERS.byteLength) : new Uint8Array(memory, row * NUMBERS.byteLength, 12);
    bytes.set(new Uint8Array(NUMBERS.buffer));
    return { id: `v${row}`, embedding: bytes, text: `text ${row}`, metadata: { row } };
  });
  return { memory, message: create(UpsertVectorsRequestSchema, { collectionName: "books", vectors }) };
};

test.each([0, 1, 250, 1_001])("%i items are transferred unchanged and in order", async (count) => {
  const { message } = requestOf(count);
  const moved = requestOf(count);
  const packed = packMessage(UpsertVectorsRequestSchema, moved.message, moved.memory);
  const unpacked = await unpackMessage(UpsertVectorsRequestSchema.typeName, packed);
  expect(equals(UpsertVectorsRequestSchema, unpacked as typeof message, message)).toBe(true);
});

test("unpacking yields to other work while many items are read", async () => {
  const { message, memory } = requestOf(2_000);
  const packed = packMessage(UpsertVectorsRequestSchema, message, memory);
  let turns = 0;
  let isRead = false;
  const count = (): void => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  await unpackMessage(UpsertVectorsRequestSchema.typeName, packed);
  isRead = true;
  expect(turns).toBeGreaterThanOrEqual(7);
});
