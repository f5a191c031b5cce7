import { expect, test } from "vitest";
import { QueryMatcher } from "../../../src/text/matches/matched-words.ts";
import { searchTerms } from "../../../src/text/search-terms.ts";

const marked = (query: string, text: string, repaired?: string): string => {
  const queries = [query, ...(repaired === undefined ? [] : [repaired])].map(searchTerms);
  let told = "";
  let last = 0;
  for (const { start, end } of new QueryMatcher(queries).matchesIn(text)) {
    told += `${text.slice(last, start)}[${text.slice(start, end)}]`;
    last = end;
  }
  return told + text.slice(last);
};

test.each([
  [
    "inflected words",
    "running the ferries",
    "The ferry ran; runs of ferries.",
    "The [ferry] ran; [runs] of [ferries].",
  ],
  ["accents and case", "cafe", "Zwei CAFÉS und ein Café.", "Zwei [CAFÉS] und ein [Café]."],
  ["accents of several characters", "cafe", "Ein cafe\u0301 am See", "Ein [cafe\u0301] am See"],
  ["full-width letters", "ABC", "型番ＡＢＣです", "型番[ＡＢＣ]です"],
  ["a code and its parts", "ERR-4012", "On ERR-4012 see ERR or 4012.", "On [ERR-4012] see [ERR] or [4012]."],
  ["a part of a code", "foo", "call foo_bar.baz now", "call [foo]_bar.baz now"],
  ["humps", "user name", "getUserName() gives it", "get[User][Name]() gives it"],
  ["a path", "src/index.ts", "open src/index.ts first", "open [src/index.ts] first"],
  ["words written together", "signoff", "The sign-off is due.", "The [sign-off] is due."],
  ["words written apart", "sign off", "The signoff is due.", "The [signoff] is due."],
  ["numbers with blanks", "1000000", "It cost 1 000 000 euros.", "It cost [1 000 000] euros."],
  [
    "a phrase, not its words elsewhere",
    '"red fox"',
    "red hen, the Red   Fox, fox",
    "[red] hen, the [Red   Fox], [fox]",
  ],
  ["Chinese", "北京大学", "我在北京大学读书", "我在[北京大学]读书"],
  ["one character", "税", "税金を払う", "[税]金を払う"],
  ["Thai", "ภาษาไทย", "เรียนภาษาไทยวันนี้", "เรียน[ภาษาไทย]วันนี้"],
  ["no stop words", "the house of cards", "The end of the house", "The end of the [house]"],
  ["a soft hyphen", "ferry", "The fer\u00adry goes", "The [fer\u00adry] goes"],
  ["nothing", "ferry", "A text about herons.", "A text about herons."],
])("%s", (_, query, text, expected) => {
  expect(marked(query, text)).toBe(expected);
});

test("what a misspelt word was taken for", () => {
  expect(marked("fery plans", "The ferry plan", "ferry plans")).toBe("The [ferry] [plan]");
});

test("parts of compounds, where the language has them", () => {
  expect(
    marked("Arbeitszeit der Mitarbeiter", "Das Arbeitszeitgesetz ist für die Mitarbeiter da und nicht anders."),
  ).toBe("Das [Arbeitszeit]gesetz ist für die [Mitarbeiter] da und nicht anders.");
});
