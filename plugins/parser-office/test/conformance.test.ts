import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { manualDocx } from "./build-docx.ts";
import { manualPptx } from "./build-pptx.ts";
import { manualXlsx } from "./build-xlsx.ts";

parserConformance(plugin, {
  files: [
    {
      filename: "manual.docx",
      bytes: manualDocx,
      phrases: [
        { text: "The pump lifts water by twelve metres.", page: null },
        { text: "Measured at sea level.", page: null },
        { text: "Part | Price", page: null },
        { text: "Valve | 12.50" },
        { text: "The warranty lasts two years." },
      ],
      headings: [
        ["Pump handbook", 1],
        ["Parts", 2],
      ],
    },
    {
      filename: "manual.pptx",
      bytes: manualPptx,
      phrases: [
        { text: "It lifts water by twelve metres.", page: 1 },
        { text: "Clean the filter once a month.", page: 3 },
        { text: "Show the filter here.", page: 3 },
      ],
      headings: [
        ["Pump handbook", 1],
        ["Care", 1],
      ],
    },
    {
      filename: "manual.xlsx",
      bytes: manualXlsx,
      phrases: [
        { text: "Part | Price | Since", page: 1 },
        { text: "Valve | 12.5 | 2024-01-31", page: 1 },
        { text: "Seal | 0.3 | 2018-09-20 18:00", page: 1 },
        { text: "| 15.3% | 12:00", page: 1 },
        { text: "far out", page: 3 },
        { text: "7", page: 3 },
      ],
      headings: [
        ["Prices", 1],
        ["Far", 1],
      ],
    },
    // Files with macros have the same parts.
    { filename: "macros.docm", bytes: manualDocx, phrases: [{ text: "Measured at sea level." }] },
    { filename: "macros.pptm", bytes: manualPptx, phrases: [{ text: "Clean the filter once a month.", page: 3 }] },
    { filename: "macros.xlsm", bytes: manualXlsx, phrases: [{ text: "Valve | 12.5 | 2024-01-31", page: 1 }] },
  ],
});
