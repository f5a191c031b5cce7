import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexText, searchTerms, spelledWords } from "./index.ts";
import { foldVariants } from "./letter-variants.ts";
import { searchText } from "./search-text.ts";

/** Returns whether a text contains every word of a query, in some form, ignoring grams. */
const finds = (query: string, text: string): boolean => {
  const held = new Set(indexText(text, new Set()).terms);
  const { terms, spellings } = searchTerms(query);
  const words = [...terms.keys()].filter((term) => !term.startsWith("~"));
  return words.every((term) => (spellings.get(term) ?? [[term]]).some((form) => form.some((one) => held.has(one))));
};

const findEachOther = (one: string, other: string): void => {
  expect([one, other, finds(one, `Text ${other} here`)]).toEqual([one, other, true]);
  expect([other, one, finds(other, `Text ${one} here`)]).toEqual([other, one, true]);
};

const GROUPS: readonly (readonly string[])[] = [
  ["FR7630006000011234567890189", "FR76 3000 6000 0112 3456 7890 189", "FR76-3000-6000-0112-3456-7890-189"],
  ["NL91ABNA0417164300", "NL91 ABNA 0417 1643 00", "NL91\u00a0ABNA\u00a00417\u00a01643\u00a000"],
  ["5500005555555559", "5500 0055 5555 5559", "5500-0055-5555-5559", "5500.0055.5555.5559"],
  [
    "6f9619ff8b86d011b42d00cf4fc964ff",
    "{6F9619FF-8B86-D011-B42D-00CF4FC964FF}",
    "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
  ],
  ["a4c3f0851d2e", "A4:C3:F0:85:1D:2E", "a4-c3-f0-85-1d-2e", "a4c3.f085.1d2e"],
  ["deadbeef0042", "DE:AD:BE:EF:00:42", "de:ad:be:ef:00:42"],
  ["493035698714", "+49 30 356987-14", "+49 (30) 35698714", "+49 (0)30 356 987 14", "49.30.356987.14"],
  ["0145678901", "01 45 67 89 01", "01.45.67.89.01", "01-45-67-89-01"],
  ["5551237890", "(555) 123-7890", "555.123.7890", "555-123-7890", "555 123 7890", "555\u2009123\u20097890"],
  ["DE136695976", "DE 136 695 976", "DE 136695976", "DE136 695 976"],
  ["ATU13585627", "ATU 13585627", "ATU 135 856 27"],
  ["356938035643809", "35 693803 564380 9", "35-693803-564380-9", "35/693803/564380/9"],
  ["536904399", "536-90-4399", "536 90 4399"],
  ["AB123456C", "AB 12 34 56 C"],
  ["39012345670", "390.123.456-70", "390 123 456 70"],
  ["12345678000195", "12.345.678/0001-95", "12 345 678 0001 95"],
  ["9780306406157", "978-0-306-40615-7", "978 0 306 40615 7", "978\u20110\u2011306\u201140615\u20117"],
  ["WXYZ12QRST34ABCD56", "WXYZ12-QRST34-ABCD56"],
];

describe("codes in groups", () => {
  it.each(GROUPS.map((spellings) => [spellings]))("%j match each other", (spellings) => {
    for (const one of spellings) for (const other of spellings) findEachOther(one, other);
  });

  it("weigh more than their groups, and separate years form no code", () => {
    const { terms } = searchTerms("3704 0044 0532 0130");
    expect(terms.get("3704004405320130")).toBe(5);
    expect(searchTerms("sales 2018 2019").terms.get("20182019")).toBeUndefined();
  });

  it.each([
    ["192.168.1.10", "192.168.11.0"],
    ["2.10.3", "21.0.3"],
    ["12.50 13.75", "1250 1375"],
    ["10:30", "1030"],
    ["121518202428", "12 15 18 20 24 28"],
    ["19901995200020052010", "1990, 1995, 2000, 2005, 2010"],
  ])("%j does not match %j", (one, other) => {
    expect(finds(one, other)).toBe(false);
  });

  it("add few terms to a table of numbers", () => {
    const rows = ["12 15 18 20 24 28 30", "1.50 2.75 3.20 4.10", "2015 2016 2017 2018 2019 2020", "1 2 3 4 5 6 7"];
    const spelled = rows.flatMap((row) => indexText(row, new Set()).terms.filter((term) => term.startsWith("=")));
    expect(spelled.length).toBeLessThanOrEqual(rows.length);
    const long = Array.from({ length: 500 }, (_, index) => String(1_000 + index)).join(" ");
    expect(indexText(long, new Set()).terms.length).toBe(500);
  });

  it("are not treated as misspelt words", () => {
    expect(spelledWords("NL91 ABNA 0417 1643 00 harbour").words.map(({ word }) => word)).toEqual(["harbour"]);
  });
});

describe("sizes", () => {
  const SIZES = ["2560x1440", "2560×1440", "2560 x 1440", "2560X1440", "2560 × 1440", "2560*1440", "2560✕1440"];
  it.each(SIZES)("%j is found with any multiplication sign", (size) => {
    for (const other of SIZES) findEachOther(size, other);
  });

  it.each([
    ["300x150", "300 × 150 × 20 mm"],
    ["150x20", "300x150x20mm"],
    ["150", "300x150x20"],
    ["3.5 x 7.25", "3,5×7,25 cm"],
    ["١٠ × ٢٠", "10x20"],
    ["4x\ufe0f4", "4×4"],
    ["4x4国x2", "4×4 国x2"],
  ])("%j finds %j", (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ["0x20", "0x20"],
    ["5x faster", "5x faster"],
    ["x86 x 4 rooms", "x86 x 4 rooms"],
  ])("%j contains no size", (text, folded) => {
    expect(foldVariants(text)).toBe(folded);
  });
});

describe("text that can be typed in several ways", () => {
  it.each([
    ["1984", "١٩٨٤"],
    ["1984", "۱۹۸۴"],
    ["1984", "१९८४"],
    ["1984", "১৯৮৪"],
    ["1984", "๑๙๘๔"],
    ["1984", "１９８４"],
    ["1984", "᠑᠙᠘᠔"],
    ["1984", "𑁧𑁯𑁮𑁪"],
    ["1250.5", "١٬٢٥٠٫٥"],
    ["12500", "۱۲٬۵۰۰"],
    ["علی", "علي"],
    ["كوچك", "کوچک"],
    ["مدرسة", "مدرسه"],
    ["ہے", "هے"],
    ["بھی", "بهي"],
    ["ئیران", "ئيران"],
    ["هۆڵ", "هول"],
    ["أحمد", "احمد"],
    ["مُدَرِّس", "مدرس"],
    ["مـديـر", "مدیر"],
    ["می‌رود", "میرود"],
    ["می‌رود", "می رود"],
    ["خانه‌ای", "خانهاي"],
    ["كتاب", "والكتاب"],
    ["المدينة", "مدينة"],
    ["電腦軟體", "电脑软体"],
    ["漢字", "汉字"],
    ["廣東話", "广东话"],
    ["沢田", "澤田"],
    ["図書館", "圖書館"],
    ["渋滞", "澁滞"],
    ["渋滞", "澀滯"],
    ["頭髮", "头发"],
    ["ばなな", "バナナ"],
    ["ﾊﾞﾅﾅ", "ばなな"],
    ["プリンター", "プリンタ"],
    ["時々", "時時"],
    ["ヽ", "ゝ"],
    ["いすゞ", "いすず"],
    ["関ヶ原", "関ケ原"],
    ["רמטכ״ל", "רמטכל"],
    ['ח"כ', "חכ"],
    ["ח״כ", 'ח"כ'],
    ['מו"מ', "מו״מ"],
    ["ג׳ירפה", "ג'ירפה"],
    ["🚀", "🚀"],
    ["👍", "👍🏿"],
    ["❤", "❤️"],
    ["☀️", "☀"],
    ["1️⃣", "1"],
    ["🇫🇷", "🇫🇷"],
  ])("%j and %j match each other", (one, other) => {
    findEachOther(one, other);
  });

  it.each([
    ["びょういん", "びよういん"],
    ["ビル", "ビール"],
    ["🚀", "🔥"],
    ["🇫🇷", "🇩🇪"],
    ["علم", "قلم"],
    ["大", "太"],
  ])("%j and %j do not match", (one, other) => {
    expect(finds(one, other)).toBe(false);
  });

  it("separates a quoted Hebrew word from the letter before it", () => {
    expect(searchText('ב"הארץ" נכתב')).toBe('ב"הארץ" נכתב');
  });

  it("folding is idempotent", () => {
    const segments = [
      "國",
      "渋",
      "々",
      "ゝ",
      "ゞ",
      "ー",
      "カ",
      "タ",
      "か",
      "㐂",
      "𠮷",
      "ی",
      "\u200c",
      "٢",
      "x",
      "×",
      " ",
      "4",
      "5",
      ",",
      '"',
      "ש",
      "״",
      "🚀",
      "\ufe0f",
      "🏽",
      "a",
    ];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...segments), maxLength: 12 }), (text) => {
        const folded = searchText(text);
        expect(searchText(folded)).toBe(folded);
      }),
      { numRuns: 3_000 },
    );
  });
});
