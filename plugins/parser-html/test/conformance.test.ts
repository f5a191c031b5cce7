import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";

const page = Buffer.from(
  '<!doctype html><html lang="en"><head><title>Pump</title><style>p{}</style></head><body><h1>Pump</h1>' +
    "<p>It pumps<br>clean <b>water</b> &amp; oil.</p><script>var hidden</script><h2>Parts</h2><ul><li>valve<li>seal</ul>" +
    "<table><tr><th>Part<th>Price</tr><tr><td>valve<td>12</tr></table><pre>turn(\n  left)</pre></body></html>",
);
const expected = {
  bytes: page,
  phrases: [
    { text: "It pumps\nclean water & oil.", page: null },
    { text: "Part | Price" },
    { text: "valve | 12" },
    { text: "turn(\n  left)" },
  ],
  headings: [
    ["Pump", 1],
    ["Parts", 2],
  ] as const,
};

parserConformance(plugin, {
  files: [
    { filename: "page.html", ...expected },
    { filename: "page.htm", ...expected },
    { filename: "page.xhtml", ...expected },
  ],
});
