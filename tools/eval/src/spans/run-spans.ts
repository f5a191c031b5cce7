import { type Api, type Hit, type Mode, MODES } from "../api.ts";
import type { EvaluatedService } from "../service.ts";
import { withCollection } from "../with-collection.ts";
import { coverage, Letters, locate } from "./letters.ts";
import type { Span, SpanSet } from "./question-set.ts";

/** How much of the answers was found, on average over the questions. */
export interface SpanScores {
  /** In the best five passages. */
  readonly recallAt5: number;
  /** In the best passages as long as they fit into 5,000 characters, the last one in part. */
  readonly recallIn5000: number;
  /** Characters of a passage. */
  readonly passageLength: number;
}

export interface SpanOptions {
  readonly every: number;
  readonly collection: object;
  readonly query: object;
}

const TOP_K = 50;
const CHARACTERS = 5_000;

interface Chunk {
  readonly id: string;
  readonly text: string;
}

/** Puts the documents into one collection, asks every question in every mode, and looks for the answers' characters. */
export const runSpans = async (
  service: EvaluatedService,
  set: SpanSet,
  options: SpanOptions,
): Promise<ReadonlyMap<Mode, SpanScores>> => {
  const files = [...set.documents].map(([name, bytes]) => ({ name: `${name}.md`, bytes }));
  const letters = new Map([...set.documents].map(([name, text]) => [name, new Letters(text)]));
  return await withCollection(
    service,
    { name: "spans", settings: options.collection, files },
    async (api, collection) => {
      const places = await placesOf(api, collection, letters);
      const scores = new Map<Mode, SpanScores>();
      const questions = set.questions.filter((_, place) => place % options.every === 0);
      for (const mode of MODES) {
        const sums = { at5: 0, in5000: 0, length: 0, passages: 0 };
        for (const { text, document, answers } of questions) {
          const hits = await api.query(collection, text, mode, TOP_K, options.query);
          const wanted = answers.map((answer) => letters.get(document)!.spanOf(answer));
          const spansOf = (some: readonly Hit[]) =>
            some
              .filter(({ metadata }) => metadata.filename === `${document}.md`)
              .map(({ id, text: passage }) => spanOf(places.get(id)!, passage));
          sums.at5 += coverage(wanted, spansOf(hits.slice(0, 5)));
          sums.in5000 += coverage(wanted, spansOf(within(hits, CHARACTERS)));
          for (const hit of hits.slice(0, 5)) sums.length += hit.text.length;
          sums.passages += Math.min(5, hits.length);
        }
        const count = questions.length;
        scores.set(mode, {
          recallAt5: sums.at5 / count,
          recallIn5000: sums.in5000 / count,
          passageLength: sums.length / sums.passages,
        });
      }
      return scores;
    },
  );
};

/** The first hits, as much of them as so many characters hold. */
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

/** Where a passage, or the first part of it, stands. */
const spanOf = ({ start, end }: Span, text: string): Span => ({
  start,
  end: Math.min(end, start + new Letters(text).text.length),
});

/** Where every passage stands in its document. */
const placesOf = async (
  api: Api,
  collection: string,
  letters: ReadonlyMap<string, Letters>,
): Promise<ReadonlyMap<string, Span>> => {
  const { documents } = await api.call<{ documents: readonly { id: string; filename: string }[] }>(
    "GET",
    `/v1/collections/${collection}/documents`,
  );
  const places = new Map<string, Span>();
  for (const { id, filename } of documents) {
    const text = letters.get(filename.slice(0, -3))!.text;
    let from = 0;
    for (const chunk of await chunksOf(api, `/v1/collections/${collection}/documents/${id}/chunks`)) {
      const passage = new Letters(chunk.text).text;
      const place = locate(passage, text, from) ?? locate(passage, text, 0);
      if (place === undefined) throw new Error(`${filename}: a passage is not found in the file: ${chunk.text}`);
      places.set(chunk.id, place);
      from = place.start;
    }
  }
  return places;
};

const PAGE = 1_000;

const chunksOf = async (api: Api, path: string): Promise<readonly Chunk[]> => {
  const chunks: Chunk[] = [];
  for (;;) {
    const page = await api.call<{ chunks: readonly Chunk[] }>("GET", `${path}?limit=${PAGE}&offset=${chunks.length}`);
    chunks.push(...page.chunks);
    if (page.chunks.length < PAGE) return chunks;
  }
};
