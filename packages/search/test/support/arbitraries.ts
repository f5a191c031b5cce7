import type { Passage } from "@quarry/index";
import { type Filter, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import fc from "fast-check";

const WORDS = [
  ..."rock stone quarry granite marble slate the and of with water river bridge night engine error".split(" "),
  // A text that contains the first two gives its words grams.
  ..."nicht wird granitplatte platte".split(" "),
  // Includes other spellings.
  ..."sign-off signoff sign foobar ERR4012 1.234.567 1234567 1 234 567 7 kg 7kg 2.10.3 2.10 京".split(" "),
  ..."ERR-4012 foo_bar.baz straße naïve running runner café 東京都庁 ภาษาไทย C++ 3.14 x".split(" "),
];

export const text: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS), { maxLength: 14 })
  .map((words) => words.join(" "));

const MISSPELT = "unheardof granie wter nihgt graintee engnie qurary brigde strase xunner rocj".split(" ");

const words = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...WORDS) }, fc.constantFrom(...MISSPELT)), {
      minLength: 1,
      maxLength,
    })
    .map((each) => each.join(" "));

const phrase = fc
  .array(fc.constantFrom("the", "and", "rock", "stone", "of", "water", "ERR-4012", "東京都庁"), {
    minLength: 1,
    maxLength: 2,
  })
  .map((each) => `"${each.join(" ")}"`);

/** Words, some of them misspelt, and occasionally a phrase. */
export const query: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: words(5) },
  phrase,
  fc.tuple(words(2), phrase, fc.oneof(phrase, words(1))).map((each) => each.join(" ")),
);

const ids = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map((number) => `00000000-chunk-${number}`),
  fc.constantFrom("", "é", "😀", "a", "ab", "\uffee", "id with space"),
);

const scalar = fc.constantFrom<string | number | boolean | null>(
  "red",
  "blue",
  1,
  2,
  3.5,
  true,
  false,
  null,
  "2026-01-02",
);

const upload = fc.dictionary(
  fc.constantFrom("color", "year", "tags", "page.x", "__proto__"),
  fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
  {
    maxKeys: 3,
  },
);

/** A passage of one of a few documents, or a direct vector. */
export const passage: fc.Arbitrary<Passage> = fc
  .record({
    id: ids,
    documentId: fc.constantFrom("", "d1", "d2", "d3"),
    generation: fc.constantFrom(1, 2),
    chunkIndex: fc.nat({ max: 9 }),
    text,
    contextText: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, text),
    upload,
    page: fc.constantFrom(null, 1, 2),
    tokenCount: fc.nat({ max: 50 }),
  })
  .map(({ upload: own, page, ...rest }) => {
    if (rest.documentId === "") return { ...rest, generation: 0, metadata: own as JsonObject };
    const system = {
      document_id: rest.documentId,
      filename: `${rest.documentId}.md`,
      chunk_index: rest.chunkIndex,
      page,
    };
    return { ...rest, metadata: { ...own, ...system } as JsonObject };
  });

const condition = fc
  .oneof(
    fc.record({
      path: fc.constantFrom("color", "year", "page", "chunk_index", "document_id", "filename", "page.x", "tags"),
      operator: fc.constantFrom("$eq", "$ne"),
      value: fc.oneof(scalar, fc.constantFrom("d1", "d2")),
    }),
    fc.record({
      path: fc.constantFrom("year", "page", "chunk_index"),
      operator: fc.constantFrom("$gte", "$lt"),
      value: fc.constantFrom(1, 2, 3),
    }),
    fc.record({
      path: fc.constantFrom("color", "document_id", "page"),
      operator: fc.constant("$in"),
      value: fc.constant(["red", "d1", 1]),
    }),
  )
  .map(({ path, operator, value }): JsonObject => ({ [path]: { [operator]: value } }));

export const filter: fc.Arbitrary<Filter | undefined> = fc
  .oneof(
    fc.constant({}),
    condition,
    fc.array(condition, { minLength: 2, maxLength: 3 }).map((all): JsonObject => ({ $and: all })),
    fc.array(condition, { minLength: 2, maxLength: 3 }).map((any): JsonObject => ({ $nor: any })),
  )
  .map((filters) => parseFilter(filters as JsonObject));
