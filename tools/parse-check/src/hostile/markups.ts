import { inGroup } from "./hostile-file.ts";

const SENTENCE = "The bottom of the well is dry.";

/** Pages and XML that make a reader count, copy or wait too much. */
export const markups = inGroup("markup", [
  {
    what: "html with a cell that spans a million columns",
    filename: "columns.html",
    make: () => Buffer.from(`<table>${`<tr><td colspan="1000000">${SENTENCE}</td></tr>`.repeat(20)}</table>`),
    ends: "ready",
    quick: true,
  },
  {
    what: "html with cells that span 65,534 rows",
    filename: "rows.html",
    make: () =>
      Buffer.from(
        `<table><tr>${`<td rowspan="65534">${SENTENCE}</td>`.repeat(100)}</tr>${"<tr><td>x</td></tr>".repeat(20_000)}</table>`,
      ),
    ends: "either",
  },
  {
    what: "html with a span of -1 and of words",
    filename: "spans.html",
    make: () =>
      Buffer.from(
        `<table><tr><td colspan="-1" rowspan="many">${SENTENCE}</td><td colspan="1e9" rowspan="Infinity">b</td></tr><tr><td>c</td></tr></table>`,
      ),
    ends: "ready",
    quick: true,
  },
  {
    what: "html of a comment that never ends",
    filename: "comment.html",
    make: () => Buffer.from(`<p>${SENTENCE}<!-- ${"a > b -- ".repeat(1_000_000)}`),
    ends: "ready",
    quick: true,
  },
  {
    what: "html of a script that never ends",
    filename: "script.html",
    make: () => Buffer.from(`<p>${SENTENCE}</p><script>${"if (a < b) </scrip ".repeat(500_000)}`),
    ends: "ready",
    quick: true,
  },
  {
    what: "html of 10 million less-than signs",
    filename: "less.html",
    make: () => Buffer.from(`<p>${SENTENCE}</p>${"<".repeat(10_000_000)}`),
    ends: "either",
  },
  {
    what: "html of an element with 200,000 attributes",
    filename: "attributes.html",
    make: () =>
      Buffer.from(`<p ${Array.from({ length: 200_000 }, (_, index) => `a${index}="v"`).join(" ")}>${SENTENCE}</p>`),
    ends: "ready",
    quick: true,
  },
  {
    what: "html of an attribute of 20 MB",
    filename: "attribute.html",
    make: () => Buffer.from(`<p title="${"x".repeat(20_000_000)}">${SENTENCE}</p>`),
    ends: "either",
  },
  {
    what: "html of a tag name of 10 MB",
    filename: "name.html",
    make: () => Buffer.from(`<${"x".repeat(10_000_000)}>${SENTENCE}`),
    ends: "either",
  },
  {
    what: "html of a million entities",
    filename: "entities.html",
    make: () => Buffer.from(`<p>${SENTENCE} ${"&amp;&#x1F600;&#999999999;&nosuch;".repeat(250_000)}</p>`),
    ends: "either",
  },
  {
    what: "html whose charset is nonsense",
    filename: "charset.html",
    make: () => Buffer.from(`<meta charset="no-such-charset"><p>${SENTENCE} \xfc</p>`, "latin1"),
    ends: "ready",
    quick: true,
  },
  {
    what: "html with a file and a script to load",
    filename: "load.html",
    make: () =>
      Buffer.from(
        `<base href="file:///etc/"><link rel="import" href="passwd"><iframe src="file:///etc/passwd"></iframe><img src="http://127.0.0.1:9/x"><script src="http://127.0.0.1:9/x"></script><p>${SENTENCE}</p>`,
      ),
    ends: "ready",
    forbidden: /root:.*:0:0/,
    quick: true,
  },
  {
    what: "xml of an element with 200,000 attributes",
    filename: "attributes.xml",
    make: () =>
      Buffer.from(`<a ${Array.from({ length: 200_000 }, (_, index) => `a${index}="v"`).join(" ")}>${SENTENCE}</a>`),
    ends: "either",
    quick: true,
  },
  {
    what: "xml of one text of 20 MB",
    filename: "text.xml",
    make: () => Buffer.concat([Buffer.from("<a>"), Buffer.alloc(20_000_000, "a few words "), Buffer.from("</a>")]),
    ends: "either",
  },
  {
    what: "xml of a comment that never ends",
    filename: "comment.xml",
    make: () => Buffer.from(`<a>${SENTENCE}<!-- ${"x ".repeat(5_000_000)}`),
    ends: "either",
    quick: true,
  },
  {
    what: "xml of CDATA that never ends",
    filename: "cdata.xml",
    make: () => Buffer.from(`<a><![CDATA[${"x ".repeat(5_000_000)}`),
    ends: "either",
  },
  {
    what: "xml that includes another file",
    filename: "include.xml",
    make: () =>
      Buffer.from(
        `<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd" parse="text"/>${SENTENCE}</a>`,
      ),
    ends: "ready",
    forbidden: /root:.*:0:0/,
    quick: true,
  },
  {
    what: "xml with a style sheet to load",
    filename: "style.xml",
    make: () =>
      Buffer.from(
        `<?xml version="1.0"?><?xml-stylesheet href="http://127.0.0.1:9/x" type="text/xsl"?><a>${SENTENCE}</a>`,
      ),
    ends: "ready",
    quick: true,
  },
  {
    what: "xml in an encoding that nobody knows",
    filename: "encoding.xml",
    make: () => Buffer.from(`<?xml version="1.0" encoding="no-such"?><a>${SENTENCE} \xfc</a>`, "latin1"),
    ends: "either",
    quick: true,
  },
  {
    what: "xml of 1,000,000 names spaces",
    filename: "names.xml",
    make: () =>
      Buffer.from(
        `<a>${Array.from({ length: 200_000 }, (_, index) => `<p${index}:b xmlns:p${index}="u${index}">x</p${index}:b>`).join("")}</a>`,
      ),
    ends: "either",
  },
]);
