import { describe, expect, it } from "vitest";
import { blocksOf, readText, textsOf } from "./read-text.ts";

const shapesOf = async (xml: string) =>
  blocksOf(await readText("xml", xml)).map(({ kind, text }) => [kind, text.trimEnd()]);
const infoOf = async (xml: string) =>
  (await readText("xml", xml)).flatMap((event) => (event.type === "info" ? [event.info] : []));

describe("XML data", () => {
  it("forms a table of similar records, attributes included", async () => {
    const xml =
      '<?xml version="1.0"?>\n<parts>\n  <part id="1"><name>valve</name><price currency="EUR">12</price></part>\n' +
      '  <part id="2"><name>seal</name><price currency="USD">3</price></part>\n</parts>';
    expect(await shapesOf(xml)).toEqual([
      ["table_header", "id | name | price | price.currency"],
      ["table_row", "1 | valve | 12 | EUR"],
      ["table_row", "2 | seal | 3 | USD"],
    ]);
  });

  it("retains a record with long values as one item", async () => {
    const note = "A note that goes on for a while. ".repeat(10).trim();
    const record = (name: string) => `<part><name>${name}</name><note>${note}</note></part>`;
    expect(await shapesOf(`<parts>${record("valve")}${record("seal")}</parts>`)).toEqual([
      ["list_item", `part\nname: valve\nnote: ${note}`],
      ["list_item", `part\nname: seal\nnote: ${note}`],
    ]);
  });

  it("uses a naming attribute as the name of its value", async () => {
    const xml = '<doc><field name="city">Ulm</field><field name="zip">89073</field></doc>';
    expect(await shapesOf(xml)).toEqual([["list_item", "doc\ncity: Ulm\nzip: 89073"]]);
  });

  it("includes HTML within a feed as text", async () => {
    const xml =
      "<rss><channel><title>News</title><item><title>One</title><description>&lt;p&gt;Two &lt;b&gt;words&lt;/b&gt;&lt;/p&gt;</description>" +
      "</item><item><title>Three</title><description><![CDATA[<div>Four<br>five</div>]]></description></item></channel></rss>";
    const text = textsOf(await readText("xml", xml)).join("\n");
    expect(text).toContain("Two words");
    expect(text).toContain("Four five");
    expect(text).not.toContain("<");
  });
});

describe("XML documents", () => {
  const BOOK =
    '<book xml:lang="en"><title>Pumps</title><info><author><firstname>Ann</firstname>\n<surname>Lee</surname></author><pubdate>2024-01-31</pubdate></info>' +
    "<chapter><title>Care &amp; repair</title><para>Turn <emphasis>left</emphasis>ward, <b>then</b> <i>stop</i>.</para>" +
    "<itemizedlist><listitem><para>valve</para></listitem><listitem><para>seal</para></listitem></itemizedlist>" +
    "<table><title>Prices</title><tgroup cols='2'><thead><row><entry>Part</entry><entry>Price</entry></row></thead><tbody><row><entry>valve</entry><entry><para>12</para></entry></row></tbody></tgroup></table>" +
    "<programlisting>turn(\n  left)</programlisting><section><title>Oil</title><para>None.</para></section></chapter></book>";

  it("include headings, running text, lists, tables and code", async () => {
    const blocks = blocksOf(await readText("xml", BOOK)).map(({ kind, text, level }) => [kind, text.trimEnd(), level]);
    expect(blocks).toEqual([
      ["heading", "Pumps", 1],
      ["list_item", "info\nauthor.firstname: Ann\nauthor.surname: Lee\npubdate: 2024-01-31", undefined],
      ["heading", "Care & repair", 2],
      ["paragraph", "Turn leftward, then stop.", undefined],
      ["list_item", "valve", undefined],
      ["list_item", "seal", undefined],
      ["heading", "Prices", 3],
      ["table_header", "Part | Price", undefined],
      ["table_row", "valve | 12", undefined],
      ["code", "turn(\n  left)", undefined],
      ["heading", "Oil", 3],
      ["paragraph", "None.", undefined],
    ]);
  });

  it("have their title, author, date and language as information", async () => {
    expect(await infoOf(BOOK)).toEqual([
      { title: "Pumps", author: "Ann Lee", createdAt: "2024-01-31T00:00:00.000Z", language: "en" },
    ]);
  });

  it("use no title of a record", async () => {
    expect(await infoOf("<catalog><book><title>One</title></book><book><title>Two</title></book></catalog>")).toEqual(
      [],
    );
  });

  it("have text that elements interrupt read in order", async () => {
    const xml =
      "<r><claim-text>1. A box with:<claim-text>a lid;</claim-text><claim-text>a base.</claim-text></claim-text></r>";
    expect((await shapesOf(xml)).map(([, text]) => text)).toEqual(["1. A box with:", "a lid;", "a base."]);
  });

  it("are read completely when long", async () => {
    const part = "<section><title>Part</title><para>Some <em>running</em> text.</para></section>";
    const texts = textsOf(await readText("xml", `<article><title>All</title>${part.repeat(20_000)}</article>`));
    expect(texts).toHaveLength(40_001);
    expect(new Set(texts)).toEqual(new Set(["All", "Part", "Some running text."]));
  });
});

describe("references and declarations", () => {
  it("resolve to characters, also in a file with a plain DOCTYPE", async () => {
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE r SYSTEM "r.dtd" [ <!-- ]> --> <!ELEMENT r (#PCDATA)> ]><r>&#233;&#x1F600; &eacute; &lt;x&gt; &amp;amp;</r>';
    expect(await shapesOf(xml)).toEqual([["list_item", "r: é😀 é <x> &amp;"]]);
  });

  it("are not expanded when a DOCTYPE declares them, with a warning", async () => {
    const xml =
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY y "why">]><r><one>text &x;</one><two>&y;</two></r>';
    expect(textsOf(await readText("xml", xml)).join(" ")).toMatch(/text &x;.*&y;/s);
    expect(await infoOf(xml)).toEqual([{ warnings: [expect.stringContaining("not expanded")] }]);
  });

  it("are rejected when entities are all of the text", async () => {
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
    const xml = `<!DOCTYPE lolz [<!ENTITY l0 "lol">${levels.join("")}]><lolz>&l9;</lolz>`;
    await expect(readText("xml", xml)).rejects.toMatchObject({
      reason: "empty",
      message: expect.stringContaining("&l9;"),
    });
  });

  it("determine the encoding", async () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><r>'),
      Buffer.from([0xb3, 0xf3, 0x64, 0xbc]),
      Buffer.from("</r>"),
    ]);
    expect(textsOf(await readText("xml", bytes))[0]).toContain("łódź");
  });
});

describe("malformed XML", () => {
  it.each([
    ["<a>\n<b>x</a></b>", "line 2, column 5: </a> is found where <b> must be closed"],
    ["<a/><b/>", "line 1, column 5: a second outermost element, <b>"],
    ["<a/>text", "line 1, column 5: text follows"],
    ["<a>AT&T</a>", 'line 1, column 6: an "&" in text must be written "&amp;"'],
    ["<a b=1>x</a>", "line 1, column 4: an attribute"],
    ["<a>1 < 2</a>", "is not a name"],
    ["<a><![CDATA[x", "within a CDATA section"],
    ["<a><b>x</b>", "within <a>"],
    ["</a>", "closes an element that is not open"],
  ])("is rejected with its problem: %j", async (xml, problem) => {
    await expect(readText("xml", xml)).rejects.toMatchObject({
      reason: "corrupt",
      message: expect.stringContaining(problem),
    });
  });

  it("is rejected as another type when it is plain text", async () => {
    await expect(readText("xml", "just words")).rejects.toMatchObject({ reason: "wrong_type" });
  });

  it("is not reported at the boundary between two reads", async () => {
    const element = "<e a='1 > 0'>x &amp; y<!-- c --><![CDATA[ & z]]></e>\n";
    for (const shift of [0, 3, 7, 11, 19, 23, 31, 37, 43]) {
      const texts = textsOf(await readText("xml", `<r>${" ".repeat(shift)}${element.repeat(6_000)}</r>`));
      expect(new Set(texts)).toEqual(new Set(["e: x & y & z\na: 1 > 0\n"]));
    }
  });
});

describe("markup within running text", () => {
  const texts = async (xml: string): Promise<string[]> => textsOf(await readText("xml", xml));

  it.each([
    [
      "XHTML",
      "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>First<br/>second</p><p>a <b>b</b><br/>c</p></body></html>",
      ["First second", "a b c"],
    ],
    [
      "TEI",
      "<TEI><text><body><p>Line one<lb/>line two and <hi>em</hi>phasis, page<pb n='3'/>four</p></body></text></TEI>",
      ["Line one line two and emphasis, page four"],
    ],
    [
      "JATS",
      "<article><body><sec><title>Intro</title><p>Text with line<break/>break.</p></sec></body></article>",
      ["Intro", "Text with line break."],
    ],
    [
      "a title",
      "<article><body><sec><title>Long<break/>title</title><p>Text.</p></sec></body></article>",
      ["Long title", "Text."],
    ],
  ])("separates the words around a break: %s", async (_name, xml, expected) => {
    expect(await texts(xml)).toEqual(expected);
  });

  it("separates the words around a note", async () => {
    const note = "<note n='1'>A note.</note>";
    const xml = `<TEI><text><body><p>Some <hi>em</hi>phasis${note} end<note>\nB.\n</note>of it.</p></body></text></TEI>`;
    expect(await texts(xml)).toEqual(["Some emphasis A note. end B. of it."]);
  });

  it("includes a break element that has content", async () => {
    expect((await texts("<day><start>9</start><break>noon</break></day>")).join("\n")).toContain("break: noon");
  });

  it("omits styles and scripts of XHTML, but not other elements of that name", async () => {
    const page =
      "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title><style>p{color:red}</style></head>" +
      "<body><p>Text</p><script>var hidden=1;<x>no</x></script><p>more</p></body></html>";
    const all = (await texts(page)).join("\n");
    expect(all).toContain("Text\nmore");
    expect(all).not.toMatch(/hidden|color|no/);
    const feed =
      "<feed><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><style>p{}</style><p>Text</p></div></content><style>jazz</style></feed>";
    const read = (await texts(feed)).join("\n");
    expect(read).toContain("Text");
    expect(read).not.toContain("p{}");
    expect(read).toContain("style: jazz");
  });

  it("sets note marks apart", async () => {
    const xml =
      "<article><body><p>The directive<sup>12</sup> of 5 m<sup>2</sup> and <i>bars</i><sup><xref>3</xref></sup>.</p></body></article>";
    expect(await texts(xml)).toEqual(["The directive [12] of 5 m2 and bars [3]."]);
  });

  it.each([
    ["SELECT * FROM t WHERE a <b AND c> d", "SELECT * FROM t WHERE a <b AND c> d"],
    ["if (a<b && c>d) { List<i> x; }", "if (a<b && c>d) { List<i> x; }"],
    ["Use <b>bold</b> &amp; more", "Use bold & more"],
    ["one<br>two<br />three", "one two three"],
    ["<img src='x' alt='A chart'> here", "A chart here"],
    ["<p>one<p>two", "one two"],
  ])("is distinguished from other text in CDATA: %s", async (data, expected) => {
    expect((await texts(`<r><sql><![CDATA[${data}]]></sql></r>`)).join("")).toContain(`sql: ${expected}\n`);
  });
});

describe("formulas, ruby text and note marks", () => {
  it("are read once, without annotations", async () => {
    const math =
      "<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation>E=mc^2</annotation></semantics></math>";
    const page = `<html><body><p>Energy ${math} is <ruby>高<rt>たか</rt></ruby>い</p></body></html>`;
    expect(await shapesOf(page)).toEqual([["paragraph", "Energy E=mc2 is 高い"]]);
    const fraction = "<m:mfrac><m:mn>1</m:mn><m:mn>2</m:mn></m:mfrac>";
    expect(
      await shapesOf(`<article><p>About <m:math xmlns:m="x">${fraction}</m:math> of 10<sup>6</sup></p></article>`),
    ).toEqual([["paragraph", "About 1/2 of 106"]]);
  });

  it("are separated from the word, also within a link", async () => {
    const text = '<article><p>The enzyme<xref rid="b12"><sup>12</sup></xref> of 5 m<sup>2</sup>.</p></article>';
    expect(await shapesOf(text)).toEqual([["paragraph", "The enzyme [12] of 5 m2."]]);
  });
});
