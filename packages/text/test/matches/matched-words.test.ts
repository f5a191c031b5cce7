import fc from "fast-check";
import { expect, test } from "vitest";
import { analyze } from "../../src/analyzer.ts";
import { QueryMatcher } from "../../src/matches/matched-words.ts";
import { searchTerms } from "../../src/search-terms.ts";

const marked = (query: string, text: string, repaired?: string): string => {
  const queries = [query, ...(repaired === undefined ? [] : [repaired])].map(searchTerms);
  let reported = "";
  let last = 0;
  for (const { start, end } of new QueryMatcher(queries).matchesIn(text)) {
    reported += `${text.slice(last, start)}[${text.slice(start, end)}]`;
    last = end;
  }
  return reported + text.slice(last);
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
  ["camel case", "user name", "getUserName() gives it", "get[User][Name]() gives it"],
  ["a path", "src/index.ts", "open src/index.ts first", "open [src/index.ts] first"],
  ["words written together", "signoff", "The sign-off is due.", "The [sign-off] is due."],
  ["words written apart", "sign off", "The signoff is due.", "The [signoff] is due."],
  ["numbers with blanks", "1000000", "It cost 1 000 000 euros.", "It cost [1 000 000] euros."],
  [
    "a phrase, its words elsewhere, and no stop words",
    '"the red fox"',
    "the red hen, the Red   Fox, fox",
    "the [red] hen, [the Red   Fox], [fox]",
  ],
  ["Chinese", "北京大学", "我在北京大学读书", "我在[北京大学]读书"],
  ["one character", "税", "税金を払う", "[税]金を払う"],
  ["Thai", "ภาษาไทย", "เรียนภาษาไทยวันนี้", "เรียน[ภาษาไทย]วันนี้"],
  ["combining marks with their letter", "ทย", "ภาษาไทยี", "ภาษาไ[ทยี]"],
  ["Thai, and no pairs within other words", "ภาษาไทย", "ภาษาไทยในมหาวิทยาลัย", "[ภาษาไทย]ในมหาวิทยาลัย"],
  [
    "hyphens and apostrophes",
    "cross section's x",
    "A cross-sectional cross-check, x-ray's X's",
    "A [cross]-[sectional] [cross]-check, [x]-ray's [X]'s",
  ],
  ["no stop words", "the house of cards", "The end of the house", "The end of the [house]"],
  ["a soft hyphen", "ferry", "The fer\u00adry goes", "The [fer\u00adry] goes"],
  ["nothing", "ferry", "A text about herons.", "A text about herons."],
])("marks %s", (_, query, text, expected) => {
  expect(marked(query, text)).toBe(expected);
});

test("marks the correction of a misspelt word", () => {
  expect(marked("fery plans", "The ferry plan", "ferry plans")).toBe("The [ferry] [plan]");
});

test("marks parts of compounds if the language has them", () => {
  expect(
    marked("Arbeitszeit der Mitarbeiter", "Das Arbeitszeitgesetz ist für die Mitarbeiter da und nicht anders."),
  ).toBe("Das [Arbeitszeit]gesetz ist für die [Mitarbeiter] da und nicht anders.");
});

test("a text with a term of the query always has a match", () => {
  const beginning = fc.constantFrom(
    ...["yes", "ye", "relat", "happ", "fly", "o", "A", "getUser", "XR", "caf\u00e9", "don't", "e", "m", "12", "u.s.a"],
  );
  const end = fc.constantFrom("", "s", "ies", "y", "ed", "ing", "ional", "-ed", "Name", "7", ".5", "'s", "ability");
  const word = fc
    .tuple(beginning, end, fc.constantFrom("", "-", "'", " ", "_", ".", "\u2019"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.array(word, { maxLength: 6 }), (query, text) => {
      const written = text.join(" ");
      const { terms } = searchTerms(query.join(" "));
      const isFound = analyze(written).some((term) => terms.has(term));
      if (isFound) expect(new QueryMatcher([searchTerms(query.join(" "))]).matchesIn(written)).not.toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["4929123412341234", "Pay by 4929 1234\u00a01234 1234 today", "4929 1234\u00a01234 1234"],
  ["3c22fb9a0e41", "The switch 3C:22:FB:9A:0E:41 is new", "3C:22:FB:9A:0E:41"],
  ["3c22.fb9a.0e41", "The switch 3C:22:FB:9A:0E:41 is new", "3C:22:FB:9A:0E:41"],
  ["300 x 200", "A sheet of 300×200×2 mm", "300×200×2"],
  ["300x200x2", "A sheet of 300 x 200 x 2 mm", "300 x 200 x 2"],
  ["1987", "تأسست عام ١٩٨٧ في المدينة", "١٩٨٧"],
  ["كتاب", "آن کتابِ خوب", "کتابِ"],
  ["كتاب", "قرأت والكتاب", "والكتاب"],
  ["汉语", "學習漢語很難", "漢語"],
  ["渋滞", "道路の澁滯情報", "澁滯"],
  ["ばなな", "ﾊﾞﾅﾅとイチゴ", "ﾊﾞﾅﾅ"],
  ["サーバ", "新しいサーバーを買う", "サーバー"],
  ["時時", "時々雨が降る", "時々"],
  ["ראלי", "קנה ר״אלי היום", "ר״אלי"],
  ['מזכ"ל', "המזכ״ל: מזכל הארגון", "מזכל"],
  ["🎉", "Done 🎉🎉 today", "🎉"],
  ["👍", "Good 👍🏽 work", "👍🏽"],
])("%j is marked in %j in the spelling of the text", (query, text, marked) => {
  const found = new QueryMatcher([searchTerms(query)]).matchesIn(text).map(({ start, end }) => text.slice(start, end));
  expect(found).toContain(marked);
});

test.each([
  ['"30 x 20 cm"', "a frame of 30×20 cm", "30×20 cm"],
  ['"٢٠٢٤ report"', "the 2024 report", "2024 report"],
  ['"資料庫 server"', "the 资料库 server", "资料库 server"],
])("the phrase %j is marked in %j", (query, text, marked) => {
  const found = new QueryMatcher([searchTerms(query)]).matchesIn(text).map(({ start, end }) => text.slice(start, end));
  expect(found).toEqual([marked]);
});
