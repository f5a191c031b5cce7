/** A child process that writes endlessly and prints every acknowledged batch. Its parent kills it. */
import { type Passage, PassageIndex } from "@quarry/index";
import { Effect, ManagedRuntime } from "effect";

import { layerAt, type Place } from "./index-folder.ts";
import { ZipfTexts } from "../../../index/test/support/zipf-text.ts";

const [place = "", collection = "", start = "0"] = process.argv.slice(2);
const runtime = ManagedRuntime.make(layerAt(JSON.parse(place) as Place));
const index = await runtime.runPromise(Effect.service(PassageIndex));
await Effect.runPromise(index.ensure(collection));
const texts = new ZipfTexts(Number(start), 2_000);

const write = async (first: number): Promise<void> => {
  const passages = Array.from({ length: 40 }, (_, offset): Passage => {
    const number = first + offset;
    const documentId = `d${first % 7}`;
    const metadata = { document_id: documentId };
    const text = `unique${number} batch${first} ${texts.text(20)}`;
    return {
      id: `chunk-${number}`,
      documentId,
      generation: 1,
      chunkIndex: number,
      text,
      contextText: "",
      metadata,
      tokenCount: 1,
    };
  });
  process.stdout.write(`begun ${first}\n`);
  await Effect.runPromise(index.put(collection, passages));
  process.stdout.write(`put ${first}\n`);
  if (first % 3 !== 0) return;
  await Effect.runPromise(index.removeIds(collection, [`chunk-${first}`]));
  process.stdout.write(`removed ${first}\n`);
};

for (let first = Number(start); ; first += 160) {
  await Promise.all([write(first), write(first + 40), write(first + 80), write(first + 120)]);
}
