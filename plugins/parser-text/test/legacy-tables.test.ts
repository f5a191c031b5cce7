import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { customerList, type Language } from "./customer-list.ts";
import { readText, textsOf } from "./read-text.ts";

const rowsOf = (list: string, delimiter = ","): string[] =>
  list
    .trim()
    .split("\r\n")
    .map((line) => line.replaceAll(delimiter, " | "));

const warningsOf = (events: Awaited<ReturnType<typeof readText>>): string[] =>
  events.flatMap((event) => (event.type === "info" ? [...(event.info.warnings ?? [])] : []));

// Regression: a table is mostly digits, for which the detector's confidence is low. Such guesses were discarded, and
// the file was read as Windows-1252 without any notice.
describe("tables in legacy encodings", () => {
  it.each<readonly [Language, string]>([
    ["Japanese", "cp932"],
    ["Japanese", "euc-jp"],
    ["simplified Chinese", "gbk"],
    ["simplified Chinese", "gb18030"],
    ["traditional Chinese", "big5"],
    ["Korean", "cp949"],
    ["Czech", "win1250"],
    ["Czech", "iso-8859-2"],
    ["Czech", "cp852"],
    ["Polish", "win1250"],
    ["Polish", "cp852"],
    ["Hungarian", "win1250"],
    ["Slovak", "win1250"],
    ["Romanian", "win1250"],
    ["Croatian", "win1250"],
    ["Russian", "win1251"],
    ["Russian", "koi8-r"],
    ["Russian", "cp866"],
    ["Russian", "iso-8859-5"],
    ["Russian", "maccyrillic"],
    ["Ukrainian", "win1251"],
    ["Ukrainian", "koi8-u"],
    ["Bulgarian", "win1251"],
    ["Greek", "win1253"],
    ["Greek", "iso-8859-7"],
    ["Turkish", "win1254"],
    ["Hebrew", "win1255"],
    ["Arabic", "win1256"],
    ["Arabic", "iso-8859-6"],
    ["Thai", "win874"],
    ["Lithuanian", "win1257"],
    ["German", "win1252"],
    ["German", "macintosh"],
    ["German", "cp850"],
    ["French", "win1252"],
    ["French", "macintosh"],
    ["Spanish", "win1252"],
    ["Spanish", "macintosh"],
    ["Italian", "win1252"],
  ])("reads %s in %s", async (language, encoding) => {
    for (const rows of [20, 100, 500]) {
      const list = customerList(language, rows);
      expect(textsOf(await readText("csv", iconv.encode(list, encoding)))).toEqual(rowsOf(list));
    }
  });

  it.each(["tsv", "csv"])("reads a tab-separated .%s", async (fileType) => {
    const list = customerList("Japanese", 50, "\t");
    expect(textsOf(await readText(fileType, iconv.encode(list, "cp932")))).toEqual(rowsOf(list, "\t"));
  });

  it.each<readonly [Language, string]>([
    ["Czech", "win1250"],
    ["Greek", "win1253"],
    ["Japanese", "cp932"],
    ["German", "win1252"],
  ])("reads a few words of %s in %s among mostly English text", async (language, encoding) => {
    const foreign = rowsOf(customerList(language, 15)).slice(1);
    const lines = Array.from({ length: 3_000 }, (_, at) => {
      const row = at % 200 === 199 ? foreign[(at + 1) / 200 - 1]! : "order shipped to the warehouse on Monday";
      return `${at} | ${row}`;
    });
    const text = `number | remark\n${lines.join("\n")}`;
    const events = await readText("csv", iconv.encode(text.replaceAll(" | ", ";"), encoding));
    expect(textsOf(events)).toEqual(text.split("\n"));
  });

  it.each<readonly [Language, string, string]>([
    ["Japanese", "cp932", "shift_jis"],
    ["Czech", "win1250", "windows-1250"],
    ["German", "win1252", "windows-1252"],
  ])("warns that the encoding of %s in %s is guessed", async (language, encoding, name) => {
    const events = await readText("csv", iconv.encode(customerList(language, 100), encoding));
    expect(warningsOf(events)).toEqual([expect.stringContaining(`was guessed as ${name}: `)]);
  });

  it("emits no warning where the encoding is known", async () => {
    for (const text of [customerList("Czech", 20), "plain,ascii\n1,2\n", `\ufeff${customerList("Japanese", 3)}`])
      expect(warningsOf(await readText("csv", text))).toEqual([]);
    const declared = `<?xml version="1.0" encoding="windows-1250"?><r><a>Dvořák</a></r>`;
    expect(warningsOf(await readText("xml", iconv.encode(declared, "win1250")))).toEqual([]);
  });

  it.each([
    ["txt", "Příliš žluťoučký"],
    ["md", "# Příliš žluťoučký"],
    ["json", '{"a": "Příliš žluťoučký"}'],
    ["xml", "<a>Příliš žluťoučký</a>"],
  ])("warns that the encoding of a short .%s is guessed", async (fileType, text) => {
    const events = await readText(fileType, iconv.encode(text, "win1250"));
    expect(warningsOf(events)).toHaveLength(1);
    expect(textsOf(events).join("\n")).toContain("Příliš žluťoučký");
  });

  it("warns about a single Japanese term that may be Chinese", async () => {
    const events = await readText("csv", iconv.encode("id,name,quantity\n1,bolt,5\n2,会議室の予約,7\n", "euc-jp"));
    expect(warningsOf(events)).toHaveLength(1);
  });

  // Regression: symbols alone were taken for letters of a Mac, DOS or Polish encoding.
  it.each([
    "It’s the owner’s manual… of O’Brien’s pump.",
    "He said “yes” and ‘no’ — the drivers’ choice.",
    "pages 3 – 7, name—word",
    "Price: €5, £20 or 30 €",
    "Temperature 20 °C ± 2, pressure 5 bar, 3 µm, 10 m², 5 cm³",
    "Copyright © 2020 Acme® and Widget™ Inc., § 5",
    "• first\n• second « quoted »",
    "½ inch, 3 × 4, 1º",
    "Mr.\u00a0Smith has 10\u00a0kg",
  ])("reads the symbols of %j in Windows-1252", async (text) => {
    for (const around of ["", "More plain text of the manual. ".repeat(200)])
      expect(textsOf(await readText("txt", iconv.encode(text + around, "win1252"))).join("\n")).toContain(text.trim());
  });

  it.each([
    ["1,mały stół\n2,był żaba\n3,Łódź", "win1250"],
    ["1,García Martínez\n2,Lógica histórica\n3,España", "macintosh"],
    ["1,価格表の都\n2,東京都の会議", "cp932"],
    ["1,北京市\n2,上海公司", "gbk"],
  ])("reads the letters of %j as letters, not symbols", async (text, encoding) => {
    expect(textsOf(await readText("csv", iconv.encode(`id,name\n${text}`, encoding))).slice(1)).toEqual(
      text.replaceAll(",", " | ").split("\n"),
    );
  });

  // Regression: Turkish among digits was read as Icelandic, and the ligature and the euro of French as fractions.
  it.each([
    ["Cıvata Soğutucu Şaft Güç Yağ İstanbul", "win1254"],
    ["Cıvata", "iso-8859-9"],
    ["œil bœuf €5 réservoir", "iso-8859-15"],
    ["œil bœuf €5 réservoir forêt clé garçon", "win1252"],
    ["Þórður býr í Reykjavík", "win1252"],
  ])("distinguishes Windows-1252 from its relatives: %j in %s", async (words, encoding) => {
    const rows = words.split(" ").flatMap((word, at) => [`${at} | ${word} | 1.50`, `1${at} | gear box | 7.25`]);
    const text = ["id | name | price", ...rows].join("\n");
    expect(textsOf(await readText("csv", iconv.encode(text.replaceAll(" | ", ";"), encoding)))).toEqual(
      text.split("\n"),
    );
  });
});
