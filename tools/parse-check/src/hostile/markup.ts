import { either, type HostileFile, PASSWORDS, ready, SENTENCE, slow, withoutText } from "./hostile-file.ts";

/** Pages and XML that cause excessive counting, copying or waiting. */
export const markup: readonly HostileFile[] = [
  ready(
    "html with a cell that spans a million columns",
    () => `<table>${`<tr><td colspan="1000000">${SENTENCE}</td></tr>`.repeat(20)}</table>`,
  ),
  ready(
    "html with a span of -1 and of words",
    () =>
      `<table><tr><td colspan="-1" rowspan="many">${SENTENCE}</td><td colspan="1e9" rowspan="Infinity">b</td></tr><tr><td>c</td></tr></table>`,
  ),
  ready("html of a comment that never ends", () => `<p>${SENTENCE}<!-- ${"a > b -- ".repeat(1_000_000)}`),
  ready("html of a script that never ends", () => `<p>${SENTENCE}</p><script>${"if (a < b) </scrip ".repeat(500_000)}`),
  ready(
    "html of an element with 200,000 attributes",
    () => `<p ${Array.from({ length: 200_000 }, (_, index) => `a${index}="v"`).join(" ")}>${SENTENCE}</p>`,
  ),
  ready("html whose charset is nonsense", () =>
    Buffer.from(`<meta charset="no-such-charset"><p>${SENTENCE} \xfc</p>`, "latin1"),
  ),
  either(
    "xml of an element with 200,000 attributes",
    () => `<a ${Array.from({ length: 200_000 }, (_, index) => `a${index}="v"`).join(" ")}>${SENTENCE}</a>`,
  ),
  either("xml of a comment that never ends", () => `<a>${SENTENCE}<!-- ${"x ".repeat(5_000_000)}`),
  ready(
    "xml with a style sheet to load",
    () => `<?xml version="1.0"?><?xml-stylesheet href="http://127.0.0.1:9/x" type="text/xsl"?><a>${SENTENCE}</a>`,
  ),
  either("xml in an encoding that nobody knows", () =>
    Buffer.from(`<?xml version="1.0" encoding="no-such"?><a>${SENTENCE} \xfc</a>`, "latin1"),
  ),
  ...slow([
    either(
      "html with cells that span 65,534 rows",
      () =>
        `<table><tr>${`<td rowspan="65534">${SENTENCE}</td>`.repeat(100)}</tr>${"<tr><td>x</td></tr>".repeat(20_000)}</table>`,
    ),
    either("html of 10 million less-than signs", () => `<p>${SENTENCE}</p>${"<".repeat(10_000_000)}`),
    either("html of an attribute of 20 MB", () => `<p title="${"x".repeat(20_000_000)}">${SENTENCE}</p>`),
    either("html of a tag name of 10 MB", () => `<${"x".repeat(10_000_000)}>${SENTENCE}`),
    either(
      "html of a million entities",
      () => `<p>${SENTENCE} ${"&amp;&#x1F600;&#999999999;&nosuch;".repeat(250_000)}</p>`,
    ),
    either("xml of one text of 20 MB", () =>
      Buffer.concat([Buffer.from("<a>"), Buffer.alloc(20_000_000, "a few words "), Buffer.from("</a>")]),
    ),
    either("xml of CDATA that never ends", () => `<a><![CDATA[${"x ".repeat(5_000_000)}`),
    either(
      "xml of 1,000,000 names spaces",
      () =>
        `<a>${Array.from({ length: 200_000 }, (_, index) => `<p${index}:b xmlns:p${index}="u${index}">x</p${index}:b>`).join("")}</a>`,
    ),
  ]),
  ...withoutText(PASSWORDS, [
    ready(
      "html with a file and a script to load",
      () =>
        `<base href="file:///etc/"><link rel="import" href="passwd"><iframe src="file:///etc/passwd"></iframe><img src="http://127.0.0.1:9/x"><script src="http://127.0.0.1:9/x"></script><p>${SENTENCE}</p>`,
    ),
    ready(
      "xml that includes another file",
      () =>
        `<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd" parse="text"/>${SENTENCE}</a>`,
    ),
  ]),
];
