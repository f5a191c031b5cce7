import { createQuarryClient, type QuarryClient } from "@quarry/client";
import { connectTransport } from "@quarry/client/node";
import type { QuarryServer } from "../processes/quarry-server.ts";
import type { LocalEmbedder } from "./local-embedder.ts";

const BATCH = 256;
/** Enough that the client embeds the next records while the service writes the last. */
const IN_FLIGHT = 4;

export interface DirectFilling {
  readonly collection: string;
  readonly rows: number;
  readonly dimension: number;
  readonly textOf: (row: number) => string;
}

/** Writes texts with the offline embedder's vectors as a client's own, in the binary form of the contract. */
export const fillDirect = async (
  { process, authorization }: QuarryServer,
  embedder: LocalEmbedder,
  filling: DirectFilling,
): Promise<void> => {
  const baseUrl = `http://127.0.0.1:${process.port}`;
  const apiKey = authorization.replace(/^Bearer /, "");
  const client = createQuarryClient({ baseUrl, apiKey, transport: connectTransport({ baseUrl }) });
  let next = 0;
  const write = async () => {
    while (next < filling.rows) {
      const start = next;
      next = Math.min(filling.rows, start + BATCH);
      await writeBatch(client, embedder, filling, start, next);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, write)).finally(() => client.close());
};

const writeBatch = async (
  client: QuarryClient,
  embedder: LocalEmbedder,
  { collection, dimension, textOf }: DirectFilling,
  start: number,
  end: number,
): Promise<void> => {
  const texts = Array.from({ length: end - start }, (_, offset) => textOf(start + offset));
  const embeddings = await embedder.documents(texts, dimension);
  const vectors = texts.map((text, offset) => ({
    id: `row-${start + offset}`,
    embedding: new Uint8Array(embeddings[offset]!.buffer),
    text,
    metadata: { row: start + offset, source: "bench" },
  }));
  await client.vectors.upsertVectors({ collectionName: collection, vectors });
};
