import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import {
  type EvaluatedCollection,
  type EvaluatedService,
  type Hit,
  type Mode,
  MODES,
  type RunOptions,
  withCollection,
} from "../collection.ts";
import { coverage, Letters, locate, type Span } from "./letters.ts";

export const QUESTIONS_FILE = "questions_df.csv";

/** Recall of the answer spans, averaged over the questions. */
export interface SpanScores {
  /** Recall in the best five passages. */
  readonly recallAt5: number;
  /** Recall in the best passages that fit into 5,000 characters; the last one is truncated. */
  readonly recallIn5000: number;
  /** Mean length of a passage in characters. */
  readonly passageLength: number;
}

interface Row {
  readonly question: string;
  /** JSON with the positions of the answers. */
  readonly references: string;
  /** Name of the document that answers the question, without its extension. */
  readonly corpus_id: string;
}

const TOP_K = 50;
const CHARACTERS = 5_000;

/**
 * Uploads the `.md` files of a folder to one collection, runs every question of `questions_df.csv` in every mode, and
 * checks whether the answers' characters are found.
 */
export const runSpans = async (
  service: EvaluatedService,
  folder: string,
  { every, collection: settings, query }: RunOptions,
): Promise<ReadonlyMap<Mode, SpanScores>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(folder, name), "utf8") })),
  );
  const letters = new Map(files.map(({ name, bytes }) => [name, new Letters(bytes)]));
  const rows = parse(await readFile(join(folder, QUESTIONS_FILE), "utf8"), { columns: true }) as unknown as Row[];
  const questions = rows
    .filter((_, span) => span % every === 0)
    .map(({ question, references, corpus_id }) => ({
      question,
      file: `${corpus_id}.md`,
      wanted: (JSON.parse(references) as { start_index: number; end_index: number }[]).map((span) =>
        letters.get(`${corpus_id}.md`)!.spanOf({ start: span.start_index, end: span.end_index }),
      ),
    }));
  return await withCollection(service, { name: "spans", settings, files }, async (collection) => {
    const spans = await spansOf(collection, letters);
    const scores = new Map<Mode, SpanScores>();
    for (const mode of MODES) {
      const sums = { at5: 0, in5000: 0, length: 0, passages: 0 };
      for (const { question, file, wanted } of questions) {
        const hits = await collection.query(question, mode, TOP_K, query);
        const spansOf = (some: readonly Hit[]) =>
          some
            .filter(({ metadata }) => metadata.filename === file)
            .map(({ id, text: passage }) => spanOf(spans.get(id)!, passage));
        const best = hits.slice(0, 5);
        sums.at5 += coverage(wanted, spansOf(best));
        sums.in5000 += coverage(wanted, spansOf(within(hits, CHARACTERS)));
        for (const { text } of best) sums.length += text.length;
        sums.passages += best.length;
      }
      scores.set(mode, {
        recallAt5: sums.at5 / questions.length,
        recallIn5000: sums.in5000 / questions.length,
        passageLength: sums.length / sums.passages,
      });
    }
    return scores;
  });
};

/** Returns the first hits up to a total number of characters; truncates the last one. */
const within = (hits: readonly Hit[], characters: number): readonly Hit[] => {
  const taken: Hit[] = [];
  let left = characters;
  for (const hit of hits) {
    if (left <= 0) break;
    taken.push({ ...hit, text: hit.text.slice(0, left) });
    left -= hit.text.length;
  }
  return taken;
};

/** Returns the span of a passage, or of the beginning of it. */
const spanOf = ({ start, end }: Span, text: string): Span => ({
  start,
  end: Math.min(end, start + new Letters(text).text.length),
});

interface Chunk {
  readonly id: string;
  readonly text: string;
}

/** Returns the span of every passage in its document, by passage id. */
const spansOf = async (
  collection: EvaluatedCollection,
  letters: ReadonlyMap<string, Letters>,
): Promise<ReadonlyMap<string, Span>> => {
  const path = `/v1/collections/${collection.name}/documents`;
  const { documents } = await collection.call<{ documents: readonly { id: string; filename: string }[] }>("GET", path);
  const spans = new Map<string, Span>();
  for (const { id, filename } of documents) {
    const { text } = letters.get(filename)!;
    let from = 0;
    for (const chunk of await chunksOf(collection, `${path}/${id}/chunks`)) {
      const passage = new Letters(chunk.text).text;
      const span = locate(passage, text, from) ?? locate(passage, text, 0);
      if (span === undefined) throw new Error(`${filename}: a passage is not found in the file: ${chunk.text}`);
      spans.set(chunk.id, span);
      from = span.start;
    }
  }
  return spans;
};

const PAGE = 1_000;

const chunksOf = async (collection: EvaluatedCollection, path: string): Promise<readonly Chunk[]> => {
  const chunks: Chunk[] = [];
  for (;;) {
    const window = `${path}?limit=${PAGE}&offset=${chunks.length}`;
    const page = await collection.call<{ chunks: readonly Chunk[] }>("GET", window);
    chunks.push(...page.chunks);
    if (page.chunks.length < PAGE) return chunks;
  }
};
