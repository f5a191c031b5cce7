import { ensure } from "./contract-failure.ts";
import {
  bothInputTypes,
  cosine,
  embed,
  type EmbedderCheck,
  type EmbedderSubject,
  ensureSameVectors,
} from "./embedder-subject.ts";

const TEXTS = [
  "The warranty covers the pump and its motor for two years.",
  "A glacier moves downhill under its own weight.",
  "Invoices are payable within thirty days of receipt.",
  "The orchestra rehearsed the third movement twice.",
] as const;

/** Tuples of [text, text of similar meaning and words, text about something else]. */
const SIMILARITIES = [
  [
    "Invoices are payable within thirty days of receipt.",
    "When is an invoice payable? Within thirty days of receipt.",
    "A glacier moves downhill under its own weight.",
  ],
  [
    "Die Garantie für die Pumpe gilt zwei Jahre.",
    "Wie lange gilt die Garantie der Pumpe? Zwei Jahre.",
    "Das Orchester probte gestern Abend im großen Saal.",
  ],
] as const;

async function checkDimensions(subject: EmbedderSubject): Promise<void> {
  const range = subject.model.dimensionRange;
  const dimensions = new Set([subject.model.dimension, ...(range ? [range.minimum, range.maximum] : [])]);
  for (const dimension of dimensions) {
    // `embed` checks the dimension of the returned vectors.
    for (const inputType of bothInputTypes) await embed(subject, TEXTS.slice(0, 2), { dimension, inputType });
  }
}

async function checkDeterminism(subject: EmbedderSubject): Promise<void> {
  for (const inputType of bothInputTypes) {
    const first = await embed(subject, TEXTS, { inputType });
    ensureSameVectors(await embed(subject, TEXTS, { inputType }), first, `${inputType} asked twice`);
  }
}

async function checkBatchEqualsSingles(subject: EmbedderSubject): Promise<void> {
  for (const inputType of bothInputTypes) {
    const batch = await embed(subject, TEXTS, { inputType });
    for (const [index, text] of TEXTS.entries()) {
      const single = await embed(subject, [text], { inputType });
      ensureSameVectors(single, [batch[index]!], `${inputType} ${index} alone and in a batch`);
    }
  }
}

async function checkOrder(subject: EmbedderSubject): Promise<void> {
  const vectors = await embed(subject, TEXTS);
  const reversed = await embed(subject, TEXTS.toReversed());
  ensureSameVectors(reversed.toReversed(), vectors, "the batch in reverse order");
  const repeated = await embed(subject, [TEXTS[0], TEXTS[1], TEXTS[0]]);
  ensureSameVectors(repeated, [vectors[0]!, vectors[1]!, vectors[0]!], "a batch with a repeated text");
}

async function checkSimilarity(subject: EmbedderSubject): Promise<void> {
  for (const [text, close, far] of SIMILARITIES) {
    const [document, other] = await embed(subject, [text, far]);
    const [query] = await embed(subject, [close], { inputType: "query" });
    const near = cosine(query!, document!);
    const away = cosine(query!, other!);
    ensure(
      near > away,
      `"${close}" has cosine ${near.toFixed(3)} to "${text}" and ${away.toFixed(3)} to "${far}"; the first should be higher`,
    );
  }
}

async function checkDistinct(subject: EmbedderSubject): Promise<void> {
  const vectors = await embed(subject, TEXTS);
  for (const [index, vector] of vectors.entries()) {
    ensure(cosine(vector, vector) > 0, `a plain English document gave an all-zero vector: "${TEXTS[index]!}"`);
    for (const other of vectors.slice(index + 1))
      ensure(cosine(vector, other) < 0.999, "two different texts gave one and the same vector");
  }
}

export const embedderVectorChecks: readonly EmbedderCheck[] = [
  { name: "gives vectors of the default dimension and of both ends of its range", run: checkDimensions },
  { name: "gives the same vectors for the same texts", run: checkDeterminism },
  { name: "gives a text the same vector alone and in a batch", run: checkBatchEqualsSingles },
  { name: "keeps the order of the texts", run: checkOrder },
  { name: "puts a text closer to a similar one than to an unrelated one", run: checkSimilarity },
  { name: "tells different documents apart", run: checkDistinct },
];
