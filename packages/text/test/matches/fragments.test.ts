import fc from "fast-check";
import { expect, test } from "vitest";
import { fragmentsOf } from "../../src/matches/fragments.ts";
import { QueryMatcher } from "../../src/matches/matched-words.ts";
import { searchTerms } from "../../src/search-terms.ts";

const TEXT =
  "The harbour opens at six. In winter it opens at eight, and closes early.\n" +
  "Tickets are sold on board. The ferry to the island leaves every two hours, and the last ferry back leaves at nine. " +
  "Bicycles travel free. Dogs need a ticket of their own, which is half the price of a person's ticket.";

const shown = (query: string, text: string, count = 1, length = 100): readonly string[] => {
  const fragments = fragmentsOf(text, new QueryMatcher([searchTerms(query)]).matchesIn(text), { count, length });
  return fragments.map(({ start, end, matches }) => {
    let reported = "";
    let last = start;
    for (const match of matches) {
      reported += `${text.slice(last, match.start)}[${text.slice(match.start, match.end)}]`;
      last = match.end;
    }
    return reported + text.slice(last, end);
  });
};

test("returns the fragment with the most query words, from the beginning of its sentence", () => {
  expect(shown("last ferry island", TEXT, 1, 120)).toEqual([
    "The [ferry] to the [island] leaves every two hours, and the [last] [ferry] back leaves at nine. Bicycles travel free.",
  ]);
});

test("returns several fragments in text order, without overlap", () => {
  expect(shown("tickets harbour", TEXT, 3, 60)).toEqual([
    "The [harbour] opens at six. In winter it opens at eight, and",
    "[Tickets] are sold on board. The ferry to the island leaves",
    "Dogs need a [ticket] of their own, which is half the price of",
  ]);
});

test("prefers a phrase to its separate words", () => {
  expect(shown('"half the price"', "Half of it, at a price of half a pound or half. " + TEXT, 1, 50)).toEqual([
    "which is [half the price] of a person's ticket.",
  ]);
});

test("returns a short text completely", () => {
  expect(shown("board", "Opens at six. Tickets are sold on board.")).toEqual([
    "Opens at six. Tickets are sold on [board].",
  ]);
});

test("ends a fragment at a word boundary, or within a word only if it is long", () => {
  const [all] = shown("北京", `在北京 ${"大学".repeat(100)}`, 1, 50);
  expect(all).toBe(`在[北京] ${"大学".repeat(23)}`);
  expect(shown("ferry", `ferry \u{1f44d}\u{1f3fd}${" x".repeat(50)}`, 1, 8)).toEqual(["[ferry]"]);
});

test("returns no fragment without a match", () => {
  expect(shown("parking", TEXT)).toEqual([]);
});

test("cuts a match that is longer than a fragment", () => {
  const long = "x".repeat(300);
  expect(shown(long, `a ${long} b`, 1, 50).map((fragment) => fragment.length)).toEqual([52]);
});

test("fragments never overlap, respect the requested number and length, and contain their matches", () => {
  const word = fc.constantFrom(
    "ferry",
    "ferries",
    "harbour.",
    "北京大学",
    "𠮷野家",
    "cafe\u0301",
    "\n",
    "Tickets!",
    "a",
    "…",
  );
  const texts = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(
      texts,
      texts,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 20, max: 200 }),
      (text, query, count, length) => {
        const matches = new QueryMatcher([searchTerms(query)]).matchesIn(text);
        const fragments = fragmentsOf(text, matches, { count, length });
        expect(fragments.length > 0).toBe(matches.length > 0);
        expect(fragments.length).toBeLessThanOrEqual(count);
        let last = 0;
        for (const { start, end, matches: inside } of fragments) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(end - start).toBeLessThanOrEqual(length);
          expect(inside.length).toBeGreaterThan(0);
          for (const match of inside) expect(match.start >= start && match.end <= end).toBe(true);
          last = end;
        }
      },
    ),
  );
});
