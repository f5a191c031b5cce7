import { Chunker, countTokens } from "@quarry/text";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { randomFrom } from "../data/random.ts";
import { type Bench, scaled } from "../harness/bench.ts";
import { compared, type Figure } from "../harness/figure.ts";
import { interleave } from "../harness/rounds.ts";
import { ownUsage } from "../processes/usage.ts";

const LONG_BYTES = 50 * 1_048_576;
/** What is linear costs a tenth of it. */
const SHORT_SHARE = 0.1;
/** The service's defaults. */
const CHUNKING = { chunkSize: 512, chunkOverlap: 50 };
const DOCUMENT_CHARACTERS = 100_000;
const ROUNDS = 3;
const WARM_UP_ROUNDS = 1;
/** 10 MB a second. */
const MOST_SECONDS_PER_MB = 0.1;
const MOST_RATIO = 1.2;

/** What cutting one endless line into chunks costs, and that it cuts right. */
export const chunkLine: Bench = {
  name: "chunk-line",
  summary: "one line of 50 MB cut into chunks, CPU time of a MB against that of a line of a tenth",
  run: async (context) => {
    const size = scaled(context, LONG_BYTES, 1_048_576);
    context.note(`lines of ${(size / 1e6).toFixed(0)} MB, chunks of ${CHUNKING.chunkSize} tokens`);
    const figures: Figure[] = [];
    for (const [name, line] of [
      ["prose", proseOf(size)],
      // Ten times as slow: less of them tells as much.
      ["random letters", lettersOf(size / 5)],
    ] as const) {
      checkChunks(line);
      const short = line.slice(0, line.length * SHORT_SHARE);
      const rounds = await interleave({
        rounds: ROUNDS,
        warmUpRounds: WARM_UP_ROUNDS,
        subject: async () => secondsPerMb(line),
        reference: async () => secondsPerMb(short),
      });
      const comparison = { name: `${name}, CPU`, unit: "s/MB", referenceName: "a tenth of the line" };
      figures.push(compared({ ...comparison, goal: { of: "ratio", atMost: MOST_RATIO } }, rounds));
      // Letters without a space are merged pair by pair, which nothing can be remembered of.
      if (name !== "prose") continue;
      figures.push(compared({ ...comparison, goal: { of: "value", atMost: MOST_SECONDS_PER_MB } }, rounds));
    }
    return figures;
  },
};

const secondsPerMb = (line: string): number => {
  const before = ownUsage().cpuMs;
  const chunker = new Chunker(CHUNKING);
  for (const _ of chunker.chunksOf({ kind: "paragraph", text: line }));
  chunker.finish();
  return (ownUsage().cpuMs - before) / 1_000 / (Buffer.byteLength(line) / 1e6);
};

/** Throws unless every chunk keeps the size by the exact tokenizer and every character but white space is in one. */
const checkChunks = (line: string): void => {
  const chunker = new Chunker(CHUNKING);
  let covered = 0;
  const check = ({ text, startChar, endChar }: { text: string; startChar: number; endChar: number }) => {
    const tokens = countTokens(text);
    if (tokens > CHUNKING.chunkSize) throw new Error(`a chunk at ${startChar} has ${tokens} tokens`);
    if (text !== line.slice(startChar, endChar)) throw new Error(`a chunk at ${startChar} is not what stands there`);
    if (line.slice(covered, startChar).trim() !== "") throw new Error(`${covered} to ${startChar} is in no chunk`);
    covered = endChar;
  };
  for (const chunk of chunker.chunksOf({ kind: "paragraph", text: line })) check(chunk);
  for (const chunk of chunker.finish()) check(chunk);
  if (line.slice(covered).trim() !== "") throw new Error(`the end from ${covered} on is in no chunk`);
};

const proseOf = (size: number): string => {
  const vocabulary = makeVocabulary();
  const parts: string[] = [];
  let length = 0;
  for (let seed = 1; length < size; seed += 1) {
    const part = makeDocument(vocabulary, DOCUMENT_CHARACTERS, seed).replaceAll(/\s+/g, " ");
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join(" ").slice(0, size);
};

const lettersOf = (size: number): string => {
  const random = randomFrom(19);
  const bytes = Buffer.alloc(Math.floor(size));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = 97 + Math.floor(random() * 26);
  return bytes.toString("latin1");
};
