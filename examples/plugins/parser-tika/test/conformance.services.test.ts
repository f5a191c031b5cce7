import { parserConformance } from "@quarry/plugin-testkit";
import { addressOf } from "@quarry/services";
import plugin from "../src/index.ts";
import { EML, EPUB, MSG, ODP, ODT, RTF } from "./files/documents.ts";

parserConformance(plugin, {
  settings: { url: addressOf("tika") },
  files: [
    {
      filename: "book.epub",
      bytes: EPUB,
      phrases: [{ text: "The zirconium seal lasts nine years.", page: null }, { text: "second point" }],
      headings: [
        ["Seals", 1],
        ["Valves", 1],
      ],
    },
    {
      filename: "parts.odt",
      bytes: ODT,
      phrases: [{ text: "third shelf" }, { text: "count them in May" }, { text: "valve | 7" }],
      headings: [["Stock", 2]],
    },
    {
      filename: "talk.odp",
      bytes: ODP,
      phrases: [
        { text: "Why pumps fail", page: 1 },
        { text: "How seals last", page: 2 },
      ],
    },
    { filename: "minutes.rtf", bytes: RTF, phrases: [{ text: "The board met in Grönland." }] },
    {
      filename: "warranty.msg",
      bytes: MSG,
      phrases: [{ text: "The warranty covers the pump for two years." }, { text: "Keep the invoice." }],
      headings: [["Warranty of the pump", 1]],
    },
    {
      filename: "delivery.eml",
      bytes: EML,
      phrases: [{ text: "The pump comes on Friday." }, { text: "Count the seals." }],
      headings: [["Delivery", 2]],
    },
  ],
});
