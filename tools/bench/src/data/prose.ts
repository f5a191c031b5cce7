import { randomFrom } from "./random.ts";
import { Vocabulary } from "./vocabulary.ts";

/** About as many different words as a large English corpus has in common use. */
const VOCABULARY_SIZE = 50_000;
const VOCABULARY_SEED = 7;

/** The one vocabulary of all benches. */
export const makeVocabulary = (): Vocabulary => new Vocabulary(VOCABULARY_SIZE, VOCABULARY_SEED);

/** Sentences of 8 to 20 words until there are about `words` of them. */
export const makePassage = (vocabulary: Vocabulary, words: number, random: () => number): string => {
  const sentences: string[] = [];
  for (let left = words; left > 0;) {
    const length = Math.min(left, 8 + Math.floor(random() * 13));
    const sentence = Array.from({ length }, () => vocabulary.draw(random)).join(" ");
    sentences.push(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`);
    left -= length;
  }
  return sentences.join(" ");
};

const WORDS_PER_PARAGRAPH = 90;
const PARAGRAPHS_PER_SECTION = 6;

/** A Markdown document of about `characters` characters, with a heading over every few paragraphs. */
export const makeDocument = (vocabulary: Vocabulary, characters: number, seed: number): string => {
  const random = randomFrom(seed);
  const parts: string[] = [];
  for (let length = 0, index = 0; length < characters; index += 1) {
    if (index % PARAGRAPHS_PER_SECTION === 0) parts.push(`## ${makePassage(vocabulary, 4, random).slice(0, -1)}`);
    const paragraph = makePassage(vocabulary, WORDS_PER_PARAGRAPH, random);
    parts.push(paragraph);
    length += paragraph.length + 2;
  }
  return `${parts.join("\n\n")}\n`;
};
