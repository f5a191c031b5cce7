import { open, readFile, rename } from "node:fs/promises";
import type { VectorRecord } from "@quarry/plugin";

export const SNAPSHOT_SUFFIX = ".collection.json";

/** Contents of a collection. Immutable: a reader sees all of a write or nothing. */
export interface AcmeCollection {
  readonly dimension: number;
  readonly records: ReadonlyMap<string, VectorRecord>;
}

/** Writes a temporary file and renames it: a crash leaves the old collection or the new one, never a partial one. */
export const writeSnapshot = async (path: string, collection: AcmeCollection, sync: boolean): Promise<void> => {
  const { dimension, records } = collection;
  const text = JSON.stringify({ dimension, records: Array.from(records.values(), toStored) });
  {
    await using file = await open(`${path}.new`, "w");
    await file.writeFile(text);
    if (sync) await file.sync();
  }
  await rename(`${path}.new`, path);
};

export const readSnapshot = async (path: string): Promise<AcmeCollection> => {
  const { dimension, records } = JSON.parse(await readFile(path, "utf8")) as {
    readonly dimension: number;
    readonly records: readonly StoredRecord[];
  };
  return { dimension, records: new Map(records.map((record) => [record.id, fromStored(record)])) };
};

type StoredRecord = Omit<VectorRecord, "vector"> & { readonly vector: string };

const toStored = ({ vector, ...rest }: VectorRecord): StoredRecord => ({
  ...rest,
  vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64"),
});

const fromStored = ({ vector, ...rest }: StoredRecord): VectorRecord => ({
  ...rest,
  // Copied, because a Float32Array requires an aligned offset in the memory that buffers share.
  vector: new Float32Array(Uint8Array.from(Buffer.from(vector, "base64")).buffer),
});
