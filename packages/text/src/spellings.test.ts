import { describe, expect, it } from "vitest";
import { indexText, searchTerms } from "./index.ts";

/** Returns the frequency of each query term in a text, in any spelling. */
const held = (query: string, text: string): readonly number[] => {
  const { terms } = indexText(text, new Set());
  const count = (wanted: string): number => terms.filter((term) => term === wanted).length;
  const { terms: requested, spellings } = searchTerms(query);
  return Array.from(requested.keys(), (term) =>
    Math.max(...(spellings.get(term) ?? [[term]]).map((form) => form.reduce((sum, one) => sum + count(one), 0))),
  );
};

const times = (query: string, text: string): number => Math.min(...held(query, `It says ${text} here.`));

describe("each spelling of a word matches once in any other spelling", () => {
  it.each([
    ["signoff", "sign-off"],
    ["email", "e-mail"],
    ["Email addresses", "e-mail address"],
    ["wellbeing", "well-being"],
    ["nodejs", "node.js"],
    ["PhD", "Ph.D."],
    ["XR500A", "XR-500A"],
    ["XR500A", "XR 500A"],
    ["XR_500A", "xr-500a"],
    ["IL6", "IL-6"],
    ["B12", "B-12"],
    ["WiFi", "wi-fi"],
    ["user_id", "userid"],
    ["userId", "user_id"],
    ["userId", "userid"],
    ["healthcare", "health-care"],
    ["dont", "don't"],
    ["dont", "don’t"],
    ["ONeil", "O'Neil"],
    ["Kaffee-Ersatz", "Kaffeeersatz"],
    ["12.5mm", "12.5 mm"],
    ["12.5mm", "12.5-mm"],
    ["12,5 mm", "12.5mm"],
    ["7kg", "7 kg"],
    ["7kg", "7\u00a0kg"],
    ["1500kg", "1,500 kg"],
    ["1500kg", "1 500 kg"],
    ["7am", "7 am"],
    ["ISO9001", "ISO 9001"],
    ["COVID19", "COVID-19"],
    ["COVID19", "COVID 19"],
    ["Wi\u2011Fi", "wifi"],
    ["cant", "can't"],
    ["3.5in", "3.5 in"],
    ["UTF8", "UTF-8"],
    ["x86-64", "x86_64"],
    ["tshirt", "T-shirt"],
    ["OBrien", "O’Brien"],
    ["rock'n'roll", "rock-n-roll"],
    ["5551234567", "555-123-4567"],
    ["20240315", "2024-03-15"],
    ["9783161484100", "978-3-16-148410-0"],
    ["l’eau", "leau"],
    ["v2.10.3", "2.10.3"],
    ["on-line-banking", "online-banking"],
  ])("%j and %j", (one, other) => {
    expect(times(one, other)).toBe(1);
    expect(times(other, one)).toBe(1);
    expect(times(one, one)).toBe(1);
    expect(times(other, other)).toBe(1);
  });

  const NUMBERS = [
    ...["1234567", "1,234,567", "1.234.567", "1'234'567", "1’234’567", "1_234_567", "12,34,567"],
    ...["1 234 567", "1\u00a0234\u00a0567", "1\u202f234\u202f567"],
  ];
  it.each(NUMBERS)("the number %j, with any separators", (number) => {
    for (const other of NUMBERS) expect([other, times(number, other)]).toEqual([other, 1]);
  });

  it.each([
    ["1234.5", "1,234.5"],
    ["1234.5", "1.234,5"],
    ["1234.5", "1 234,5"],
    ["98765.25", "98’765.25"],
    ["12000", "12.000"],
    ["12000", "12 000"],
  ])("the number %j and %j", (one, other) => {
    expect(times(one, other)).toBe(1);
  });

  const ROUND = ["1000000", "1,000,000", "1.000.000", "1'000'000", "10,00,000", "1 000 000"];
  it.each(ROUND)("the number %j, with equal groups of digits", (number) => {
    for (const other of ROUND) {
      expect([other, ...new Set(held(number, `It has ${other} of them.`))]).toEqual([other, 1]);
      expect([other, ...new Set(held(number, `It has ${other} kg of it.`))]).toEqual([other, 1]);
    }
    expect(held("000", "1 000 000 and 2 000 000")).toEqual([2]);
  });

  it("a word and a number of a query that are joined in the text", () => {
    expect(times("Windows 11", "Windows11")).toBe(1);
    expect(times("covid 19", "COVID19")).toBe(1);
  });

  it("two words of a query that are joined in the text", () => {
    expect(times("health care", "healthcare")).toBe(1);
    expect(times("e mail", "email")).toBe(1);
  });

  it("the count is the sum over all spellings", () => {
    expect(times("signoff", "signoff, sign-off and a Sign-Off")).toBe(3);
    expect(held("sign-off", "a sign, a sign-off, a signoff")).toEqual([2, 2]);
    expect(held("sign-off", "sign here, switch off")).toEqual([1, 1]);
  });

  it("in a longer word that contains it", () => {
    expect(times("email", "e-mail-address")).toBe(1);
    expect(times("signoff", "pre-sign-off")).toBe(1);
  });
});

describe("versions and network addresses match by prefix", () => {
  it.each([
    ["2.10", "2.10.3"],
    ["2.10", "v2.10.3"],
    ["v2.10", "2.10.3"],
    ["2.10", "2.10.3-beta"],
    ["2.10.3", "v2.10.3-beta"],
    ["192.168", "192.168.1.10"],
    ["192.168", "192.168.100.200"],
    ["192.168.1", "192.168.1.10"],
  ])("%j matches %j", (query, text) => {
    expect(times(query, text)).toBe(1);
  });

  it.each([
    ["2.1", "2.10.3"],
    ["2.10", "2.1"],
    ["2.10", "12.10.3"],
    ["10.3", "2.10.3"],
    ["2.10.3", "2.10"],
    ["2.10.3", "2.103"],
    ["192.16", "192.168.1.10"],
  ])("%j does not match %j", (query, text) => {
    expect(times(query, text)).toBe(0);
  });
});

describe("words of one character", () => {
  it.each([
    ["税", "税の計算方法について説明します。", 1],
    ["犬", "これは犬", 1],
    ["犬", "犬", 1],
    ["犬", "犬と犬は公園で走る。", 2],
    ["𠮷", "𠮷野家", 1],
    ["책", "집 앞에 책이 있다", 1],
    ["집", "집 앞에 책이 있다", 1],
    ["犬", "猫は公園で走る。", 0],
  ])("%j in %j: %i", (query, text, count) => {
    expect(held(query, text)).toEqual([count]);
  });
});

describe("different words remain distinct", () => {
  it.each([
    ["well", "we'll"],
    ["id", "I'd"],
    ["were", "we're"],
    ["12", "1.2"],
    ["112", "1-12"],
    ["123456", "12-34-56"],
    ["chapters7", "Chapters 7"],
    ["1.2", "12"],
    ["1.2", "1-2"],
    ["us", "U.S.A"],
    ["signoff", "sign. Off"],
    ["123", "1 23"],
    ["100200300400500600", "100 200 300 400 500 600"],
    ["2018the", "2018 the"],
    ["forthe", "for the"],
    ["7kilograms", "7 kilograms"],
    ["says7", "says 7"],
  ])("%j is not in %j", (query, text) => {
    expect(times(query, text)).toBe(0);
  });

  it("prose has no terms for joined spellings", () => {
    const text =
      "The bridge with 3 arches over the river carries 3 trains an hour since 1871. It's the company's own, and Europe's oldest.";
    expect(indexText(text, new Set()).terms.filter((term) => term.startsWith("="))).toEqual([]);
  });
});

describe("the length of a text", () => {
  it.each([
    ["The speed of the train", 2],
    ["The sign-off of the train", 2],
    ["ERR-4012, foo_bar.baz and getUserName", 3],
    ["北京大学", 3],
    ["1.234.567 and 2.10.3", 2],
    ["1 234 567 kg of XR 500A", 2],
    ["Dividends paid | 3,193 | 2,803 | (2,678) | 12.5 | $ 7 | 8 | 9 | 10", 4],
  ])("of %j is %i", (text, length) => {
    expect(indexText(text, new Set()).length).toBe(length);
  });

  it.each([
    ["12.5 mm", "12.5mm"],
    ["12 000 km", "12000km"],
    ["1 000 000 people", "1,000,000 people"],
    ["XR 500A", "XR500A"],
  ])("is the same with %j and with %j, also among numbers", (divided, joined) => {
    const lengthOf = (text: string): number => indexText(`${text} of 3 4 5 6 7 8 9`, new Set()).length;
    expect(lengthOf(divided)).toBe(lengthOf(joined));
  });

  it("is the same for another spelling", () => {
    for (const [one, other] of [
      ["signoff", "sign-off"],
      ["XR500A", "XR-500A"],
      ["12.5mm", "12.5 mm"],
      ["1234567", "1 234 567"],
      ["1000000", "1 000 000"],
      ["dont", "don't"],
      ["wont", "won’t"],
      ["3.5in", "3.5 in"],
      ["1500in", "1 500 in"],
      ["its", "it's"],
      ["20240315", "2024-03-15"],
    ] as const) {
      expect(indexText(one, new Set()).length).toBe(indexText(other, new Set()).length);
    }
  });
});

// Time is linear in the length, for any input.
it.each([
  "a-",
  "1 ",
  "1,",
  "123 ",
  "a b ",
  "1.",
  "1.234.",
  "1'",
  "a' ",
  "v1.",
  "7 kg ",
  "1 000 ",
  "X 1 ",
  "1-",
  "1.000.",
  "don't ",
  "aB",
  "犬",
  "犬 ",
])("bounds the terms of long repetitions of %j", (unit) => {
  const text = unit.repeat(300_000 / unit.length);
  const { terms } = indexText(text, new Set());
  expect(terms.every((term) => term.length > 0 && term.length <= 65)).toBe(true);
  const { spellings } = searchTerms(text);
  for (const forms of spellings.values()) expect(forms.length).toBeLessThan(2_000);
});
