import { buildPdf, type FixtureLine } from "./build-pdf.ts";

const body = (page: number): FixtureLine[] => [
  { text: "Pump handbook", x: 60, y: 815, size: 8 },
  { text: `Page ${page} of 4`, x: 270, y: 20, size: 8 },
];

const paragraph = (texts: readonly string[], y: number): FixtureLine[] =>
  texts.map((text, index) => ({ text, x: 60, y: y - index * 12 }));

/** Four pages with a running header and footer, headings, a paragraph with a divided word, a list and a table. */
export const manual = buildPdf({
  info: { Title: "Pump handbook", Author: "A. Writer", CreationDate: "D:20240131120000+01'00'" },
  field: ["Serial number", "QX-77"],
  pages: [
    [
      ...body(1),
      { text: "Installing the pump", x: 60, y: 760, size: 20 },
      ...paragraph(
        [
          "The pump stands on a level floor, away from heat and from the reach of child-",
          "ren. Before it is switched on for the first time, every valve has to be open and",
          "the tank must be full.",
        ],
        730,
      ),
      ...paragraph(["A second paragraph begins here, behind a wider gap than that between lines."], 680),
    ],
    [
      ...body(2),
      { text: "Tools", x: 60, y: 760, size: 14 },
      ...paragraph(["\x95 a torque wrench", "\x95 two spanners of the same size"], 735),
      { text: "Care and cleaning", x: 60, y: 690, bold: true },
      ...paragraph(["Clean the filter once a month, with clear water and nothing else than that."], 670),
    ],
    [
      ...body(3),
      { text: "Prices", x: 60, y: 760, size: 14 },
      ...[
        ["Part", "2023", "2024"],
        ["Valve", "12.50", "13.00"],
        ["Seal", "3.20", "3.40"],
        ["Filter", "8.00", "8.75"],
      ].flatMap((row, index) => row.map((text, column) => ({ text, x: 60 + column * 150, y: 735 - index * 14 }))),
    ],
    [
      ...body(4),
      ...paragraph(["The warranty lasts for two years from the day of purchase and covers all parts."], 740),
    ],
  ],
});
