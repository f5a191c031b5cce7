import { describe, expect, it } from "vitest";
import { blocksOf, readHtml, textsOf } from "./read-html.ts";

const texts = async (page: string): Promise<string[]> => textsOf(await readHtml(page));
const kinds = async (page: string): Promise<(readonly [string, string])[]> =>
  blocksOf(await readHtml(page)).map(({ kind, text }) => [kind, text]);

describe("tables", () => {
  it("start with the caption as a header row; cells that contain a separator have offsets", async () => {
    const page =
      "<table><caption>Boats by <b>harbour</b></caption><tr><th>Name<th>Use<tr><td>a | b<td>c<tr><td><td>d</table>" +
      "<table role=none><caption>Not one</caption><tr><td>x</table>";
    const blocks = blocksOf(await readHtml(page)).map(({ kind, text, cells, tableId }) => [kind, text, cells, tableId]);
    expect(blocks).toEqual([
      ["table_header", "Boats by harbour", undefined, 1],
      ["table_header", "Name | Use", undefined, 1],
      ["table_row", "a | b | c", [8], 1],
      ["table_row", "| d", undefined, 1],
      ["paragraph", "Not one", undefined, undefined],
      ["paragraph", "x", undefined, undefined],
    ]);
  });
});

describe("text", () => {
  it("omits ruby annotations", async () => {
    const ruby = "<p>この本は<ruby>高<rt>たか</rt></ruby>い。魚を<ruby>食<rp>(</rp><rt>た</rt><rp>)</rp></ruby>べる。";
    expect(await texts(ruby)).toEqual(["この本は高い。魚を食べる。"]);
    expect(await texts("<p><ruby><rb>漢</rb><rb>字</rb><rtc><rt>かん<rt>じ</rtc></ruby>です")).toEqual(["漢字です"]);
  });

  it("separates footnote marks from words", async () => {
    expect(await texts("<p>The directive<sup>12</sup> applies to vessels<sup>3</sup>.</p>")).toEqual([
      "The directive [12] applies to vessels [3].",
    ]);
    expect(
      await texts("<p>Caf&eacute;<sup><a href='#n'>7</a></sup><sup>,</sup><sup>8</sup> and <b>bars</b><sup>9</sup>"),
    ).toEqual(["Café [7], [8] and bars [9]"]);
    expect(
      await texts("<h2>Scope<sup>1</sup></h2><ul><li>ships<sup>2</sup></ul><table><tr><td>size<sup>a</sup><td>5"),
    ).toEqual(["Scope [1]", "ships [2]", "size [a] | 5"]);
    expect(await texts("<p>12 m<sup>2</sup>, 10<sup>3</sup>, the 1<sup>st</sup>, H<sub>2</sub>O, word<sup>")).toEqual([
      "12 m2, 103, the 1st, H2O, word",
    ]);
    expect(await texts("<pre>int x<sup>2</sup></pre>")).toEqual(["int x2"]);
  });
});

describe("formulas", () => {
  it("are read once in MathML, KaTeX and MathJax", async () => {
    const math =
      "<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>" +
      "<annotation encoding='application/x-tex'>E=mc^2</annotation><annotation-xml><ci>E</ci></annotation-xml></semantics></math>";
    expect(await texts(`<p>Energy ${math} is known.`)).toEqual(["Energy E=mc2 is known."]);
    const katex = `<span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true">E=mc2</span></span>`;
    expect(await texts(`<p>Energy ${katex} is known.`)).toEqual(["Energy E=mc2 is known."]);
    const mathjax = `<mjx-container><mjx-math aria-hidden="true">E=mc2</mjx-math><mjx-assistive-mml>${math}</mjx-assistive-mml></mjx-container><script type="math/tex">E=mc^2</script>`;
    expect(await texts(`<p>Energy ${mathjax} is known.`)).toEqual(["Energy E=mc2 is known."]);
  });

  it("have signs for fractions and for powers of numbers", async () => {
    const half = "<mfrac><mn>1</mn><mn>2</mn></mfrac>";
    expect(await texts(`<p>About <math>${half}<mo>+</mo><msup><mn>10</mn><mn>6</mn></msup></math> of them`)).toEqual([
      "About 1/2+10^6 of them",
    ]);
    const power = "<math><msup><mi>c</mi><mn>2</mn></msup><mo>=</mo><msub><mi>x</mi><mn>1</mn></msub></math>";
    expect(await texts(`<p>${power}`)).toEqual(["c2=x1"]);
    const cells = "<mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr>";
    expect(await texts(`<p><math><mtable>${cells}</mtable></math>`)).toEqual(["1 2 3"]);
  });

  it("fall back to the annotation when they have no other content", async () => {
    const math = "<math><semantics><mrow> </mrow><annotation>E=mc^2</annotation></semantics></math>";
    expect(await texts(`<p>${math} and ${math}`)).toEqual(["E=mc^2 and E=mc^2"]);
  });
});

describe("list numbers", () => {
  it.each([
    ["<ol start=5><li>five</li><li value=9>nine</li><li>ten</li></ol>", ["5. five", "9. nine", "10. ten"]],
    ["<ol><li><p>one<p>more<li>two</ol>", ["1. one", "more", "2. two"]],
    ["<ol type=a start=26><li>z<li>aa<li type=I>x</ol>", ["z. z", "aa. aa", "XXVIII. x"]],
    ["<ol type=i start=3><li>three<li>four</ol><ol type=A><li>a</ol>", ["iii. three", "iv. four", "A. a"]],
    ["<ol reversed start=3><li>c<li>b</ol><ol reversed><li>?</ol>", ["3. c", "2. b", "?"]],
    ["<ol><li>a<ul><li>x<li>y</ul><li>b<ol><li>c</ol></ol><ul><li>z</ul>", ["1. a", "x", "y", "2. b", "1. c", "z"]],
    ["<ol style='list-style: none'><li>home<li>page</ol>", ["home", "page"]],
    ["<ol><li><li>two<li><img alt=''><li>four</ol>", ["2. two", "4. four"]],
    ["<ol start=0 type=i><li>zero<li>one</ol><ol start=x><li>one", ["0. zero", "i. one", "1. one"]],
    ["<table><tr><td><ol><li>a<li>b</ol><td>c</table>", ["1. a 2. b | c"]],
    ["<dl><dt>term<dd>text</dl>", ["term", "text"]],
  ])("are read: %s", async (page, expected) => {
    expect(await texts(page)).toEqual(expected);
  });
});

describe("code listings", () => {
  const code = "def f(x):\n    if x:\n        return 1";
  it.each([
    [
      "Sphinx",
      `<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3</pre></div></td><td class="code"><div><pre>${code}\n</pre></div></td></tr></table></div>`,
    ],
    [
      "Jekyll",
      `<code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n3\n</pre></td><td class="rouge-code"><pre>${code}\n</pre></td></tr></tbody></table></code>`,
    ],
    [
      "Hugo",
      `<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre><code>${code}</code></pre></td></tr></table>`,
    ],
    [
      "Confluence",
      `<table><tbody><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td><td class="code"><div class="container">${code
        .split("\n")
        .map((line) => `<div class="line">${line.replaceAll("    ", "<code>&nbsp;&nbsp;&nbsp;&nbsp;</code>")}</div>`)
        .join("")}</div></td></tr></tbody></table>`,
    ],
    [
      "GitHub",
      `<table class="highlight">${code
        .split("\n")
        .map(
          (line, at) =>
            `<tr><td id="L${at}" class="blob-num" data-line-number="${at + 1}"></td><td class="blob-code blob-code-inner">${line}</td></tr>`,
        )
        .join("\n")}</table>`,
    ],
    [
      "highlight.js",
      `<table>${code
        .split("\n")
        .map(
          (line, at) =>
            `<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="${at + 1}"></td><td class="hljs-ln-line hljs-ln-code">${line}</td></tr>`,
        )
        .join("")}</table>`,
    ],
    ["a table without classes", `<table><tr><td><pre>1\n2\n3</pre><td><pre>${code}</pre></table>`],
    ["a table for the layout", `<table><tr><td><pre>${code}</pre></table>`],
    [
      "numbers within the lines",
      `<pre>${code
        .split("\n")
        .map((line, at) => `<span class="linenos">${at + 1} </span>${line}`)
        .join("\n")}</pre>`,
    ],
  ])("retain lines and indentation: %s", async (_name, page) => {
    expect(await kinds(`<p>before</p>${page}<p>after</p>`)).toEqual([
      ["paragraph", "before"],
      ["code", code],
      ["paragraph", "after"],
    ]);
  });

  it("are not detected in data tables", async () => {
    const page =
      "<table><tr><th>No<th>Query<th>Use</tr><tr><td>1<td><pre>select\n 1</pre><td>test</tr><tr><td>2<td><pre>select 2</pre><td>5</tr></table>";
    expect(await texts(page)).toEqual(["No | Query | Use", "1 | select 1 | test", "2 | select 2 | 5"]);
    expect(await texts("<table><tr><td class=code>A17<td>5</tr><tr><td class=code>B2<td>7</table>")).toEqual([
      "A17 | 5",
      "B2 | 7",
    ]);
  });
});

describe("spanning cells", () => {
  it.each([
    [
      "columns",
      "<tr><th>Name<th colspan=2>Scores<th>Grade</tr><tr><td>Ann<td>1<td>2<td>A</tr><tr><td colspan=2>Absent<td>0<td>F</tr>",
      ["Name | Scores | Scores | Grade", "Ann | 1 | 2 | A", "Absent | Absent | 0 | F"],
    ],
    [
      "columns and rows",
      "<tr><td rowspan=2 colspan=2>a<td>b</tr><tr><td>c</tr><tr><td>d<td>e<td>f</tr>",
      ["a | a | b", "a | a | c", "d | e | f"],
    ],
    ["a whole row", "<tr><td colspan=3>Part one</tr><tr><td>a<td>b<td>c</tr>", ["Part one", "a | b | c"]],
    ["invalid spans", "<tr><td colspan=0>a<td colspan=x rowspan=-1>b</tr><tr><td>c<td>d</tr>", ["a | b", "c | d"]],
    [
      "long text and 100 columns",
      `<tr><td colspan=3>${"long ".repeat(60)}<td>b</tr><tr><td colspan=100>x<td>y</tr>`,
      [`${"long ".repeat(60).trim()} |  |  | b`, `${"x | ".repeat(100)}y`],
    ],
  ])("leave the following cells in their columns: %s", async (_name, table, expected) => {
    expect(await texts(`<table>${table}</table>`)).toEqual(expected);
  });
});

describe("a page without a declared encoding", () => {
  /** Encodes as windows-1251, for the letters that are used here. */
  const cyrillic = (text: string): Buffer =>
    Buffer.from([...text].map((letter) => (letter < "\u0400" ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x350)));

  it("is read in a guessed encoding, with a warning", async () => {
    const page =
      "<table><tr><td>Смирнов Ольга<td>085-3645<td>Самара</tr><tr><td>Кузнецов Анна<td>012-0573<td>Москва</table>";
    const events = await readHtml(cyrillic(page));
    expect(textsOf(events)).toEqual(["Смирнов Ольга | 085-3645 | Самара", "Кузнецов Анна | 012-0573 | Москва"]);
    expect(events[0]).toEqual({
      type: "info",
      info: { warnings: [expect.stringContaining("guessed as windows-1251")] },
    });
  });
});

describe("row spans", () => {
  it("end with their row group", async () => {
    const groups =
      "<table><tbody><tr><td rowspan=0>a<td>b<tr><td>c</tbody><tbody><tr><td rowspan=9>d<td>e</tbody><tbody><tr><td>f<td>g</table>";
    expect(await texts(groups)).toEqual(["a | b", "a | c", "d | e", "f | g"]);
  });

  it("continue after a table nested in a cell", async () => {
    const nested =
      "<table><tr><td rowspan=2>a</td><td>b <table><tr><td>in</td></tr></table> after</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table>";
    expect(await texts(nested)).toEqual(["a | b", "in", "a | after | c", "a | d | e"]);
  });
});

describe("listing lines in separate elements", () => {
  it.each([
    [
      "Docusaurus",
      '<pre><code><div class="token-line">def f(x):</div><div class="token-line">    return 1</div></code></pre>',
    ],
    ["Prettify", "<pre><ol><li>def f(x):</li><li>    return 1</li></ol></pre>"],
    [
      "Chroma",
      '<pre><code><span><span class="ln">1</span>def f(x):\n</span><span class="ln">2</span>    return 1</code></pre>',
    ],
    [
      "GitLab",
      '<div><a data-line-number="1">1</a><a data-line-number="2">2</a></div><pre>def f(x):\n    return 1</pre>',
    ],
  ])("form one code block: %s", async (_name, page) => {
    expect(await kinds(page)).toEqual([["code", "def f(x):\n    return 1"]]);
  });
});

it("list items are numbered in the list's style", async () => {
  const style = (name: string) => `<ol style="list-style-type: ${name}"><li>a</li><li>b</li></ol>`;
  expect(await texts(style("lower-roman") + style("upper-alpha") + style("decimal"))).toEqual([
    "i. a",
    "ii. b",
    "A. a",
    "B. b",
    "1. a",
    "2. b",
  ]);
});

it("dates and keywords are read from the page's meta elements", async () => {
  const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`;
  const page =
    meta("keywords", "pumps, water") +
    meta("dcterms.created", "2024-01-31") +
    `<meta property="article:modified_time" content="2025-02-01T12:00:00+01:00"><p>Text.</p>`;
  const info = (await readHtml(page)).flatMap((event) => (event.type === "info" ? [event.info] : []));
  expect(Object.assign({}, ...info)).toEqual({
    keywords: ["pumps", "water"],
    createdAt: "2024-01-31T00:00:00.000Z",
    modifiedAt: "2025-02-01T11:00:00.000Z",
  });
});

describe("symbol fonts", () => {
  const shown = async (page: string): Promise<string> => (await texts(page)).join(" / ");

  it("apply to elements, are inherited and reset, and count only as the first font of a list", async () => {
    expect(
      await shown(
        "5 <font face='Symbol'>m</font>g <font face='Arial, Symbol'>m</font> <font face=\"'Wingdings', Arial\">ü",
      ),
    ).toBe("5 μg m ✓");
    expect(await shown("<p style='font-family: Symbol'>a <b>b</b> <i style='font-family:inherit'>m</i>")).toBe("α β μ");
    expect(
      await shown("<p style='font-family: Symbol'>a <span style='font:7.0pt \"Times New Roman\"'>b</span> m"),
    ).toBe("α b μ");
    expect(await shown("<p style='font: bold 12pt/1.5 Symbol, serif'>m <font face=Arial>m")).toBe("μ m");
  });

  it("are recognised in Outlook's markup, bullets included", async () => {
    const office = "mso-char-type:symbol;mso-symbol-font-family:Wingdings";
    const style = `font-family:"Calibri",sans-serif;${office}`;
    expect(await shown(`<p>Thanks <span style='${style}'><span style='${office}'>J</span></span> see you`)).toBe(
      "Thanks ☺ see you",
    );
    const ignored = "<span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp; </span></span>";
    expect(
      await shown(`<p><![if !supportLists]><span style='font-family:Symbol'>${ignored}</span><![endif]>Item`),
    ).toBe("• Item");
  });

  it("in style sheets apply through element, class and id selectors only", async () => {
    const sheet =
      "<style><!-- /* font-family:Symbol; } */ @font-face {font-family:Wingdings} p.Note, .tick {font-family:Wingdings}" +
      "@list l0 {font-family:Symbol} @media screen { .greek {font-family:Symbol} } .letters {font-family:Arial}" +
      "div p {font-family:Symbol} #box {font-family:'Wingdings 2'} .all .tick {font-family:Arial} --></style>";
    expect(
      await shown(
        `${sheet}<p class=Note>ü<p>ü <i class='x tick'>ü</i> <i class=greek>m <b class=letters>m</b></i> <i class=tick style='font-family:Arial'>ü</i> <i id=box>R</i><div><p>m</div>`,
      ),
    ).toBe("✓ / ü ✓ μ m ü ☑ / m");
  });

  it("in long unterminated style sheets are ignored", async () => {
    expect(await shown(`<style>${"/*".repeat(200_000)}{</style><p class=a>m`)).toBe("m");
    expect(await shown(`<style>${"a{".repeat(200_000)}</style><p class=a>m`)).toBe("m");
  });
});
