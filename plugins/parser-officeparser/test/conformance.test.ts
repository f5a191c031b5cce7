import { fixturePerType } from "@quarry/parse-check/fixtures";
import { parserConformance, type ParserConformanceFile } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { manualOdg, manualOdp, manualOds, manualOdt, manualRtf } from "./build-odf.ts";

const OFFICE = new Set(["docx", "pptx", "xlsx"]);

const officeFiles: readonly ParserConformanceFile[] = [...(await fixturePerType()).values()]
  .filter(({ fileType }) => OFFICE.has(fileType))
  .map(({ filename, bytes, phrases }) => ({
    filename,
    bytes,
    // The library returns a workbook's dates as the day numbers in which they are stored.
    phrases: phrases.filter(({ text }) => !/^\d{4}-/.test(text)).map(({ text, page }) => ({ text, page })),
  }));

parserConformance(plugin, {
  files: [
    {
      filename: "manual.odt",
      bytes: manualOdt,
      phrases: [
        { text: "The pump lifts water by twelve metres.", page: null },
        { text: "Measured at sea level.", page: null },
        { text: "Part | Price" },
        { text: "Valve | 12.50" },
      ],
      headings: [
        ["Pump handbook", 1],
        ["Parts", 2],
      ],
    },
    {
      filename: "manual.ods",
      bytes: manualOds,
      phrases: [
        { text: "Valve | 12.50", page: 1 },
        { text: "The warranty lasts two years.", page: 2 },
      ],
      headings: [
        ["Prices", 1],
        ["Far", 1],
      ],
    },
    {
      filename: "manual.odp",
      bytes: manualOdp,
      phrases: [
        { text: "It lifts water by twelve metres.", page: 1 },
        { text: "Clean the filter once a month.", page: 2 },
        { text: "Show the filter here.", page: 2 },
      ],
    },
    { filename: "manual.odg", bytes: manualOdg, phrases: [{ text: "The valve stands above the seal." }] },
    {
      filename: "manual.rtf",
      bytes: manualRtf,
      phrases: [
        { text: "twelve metres, and cafés €uros", page: null },
        { text: "Valve | 12.50" },
        { text: "The warranty lasts two years." },
      ],
      headings: [["Pump handbook", 1]],
    },
    ...officeFiles,
  ],
});
