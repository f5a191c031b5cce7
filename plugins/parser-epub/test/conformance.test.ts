import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { handbook } from "./build-epub.ts";

parserConformance(plugin, {
  files: [
    {
      filename: "handbook.epub",
      bytes: handbook,
      phrases: [
        { text: "Clean the filter once a month.", page: null },
        { text: "Part | Price", page: null },
        { text: "Valve | 12.50", page: null },
      ],
      headings: [
        ["Parts", 1],
        ["Seals", 2],
        ["Care", 1],
      ],
    },
  ],
});
