import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { parseMarkdown, plainText, type Block, type Run } from "./markdown.ts";
import { stableArchive } from "./stable-archive.ts";
import { theme } from "./theme.ts";

const FONT = "Calibri";
const CODE_FONT = "Consolas";
const NUMBERED = "numbered";
/** A4 less the margins, in twentieths of a point, as Word measures. */
const TEXT_WIDTH = 11_906 - 2 * 1_300;

/** Writes a Word document with heading styles, numbered lists and tables from a Markdown source. */
export const writeDocx = async (source: string, author: string): Promise<Uint8Array> => {
  const blocks = parseMarkdown(source);
  const title = blocks[0]?.kind === "heading" ? blocks[0].text : "";
  const document = new Document({
    title,
    creator: author,
    lastModifiedBy: author,
    description: title,
    styles,
    numbering: { config: [{ reference: NUMBERED, levels: [numberedLevel] }] },
    sections: [
      {
        properties: {
          page: {
            size: { width: 11_906, height: 16_838 },
            margin: { top: 1_500, bottom: 1_300, left: 1_300, right: 1_300 },
          },
        },
        headers: {
          default: new Header({
            children: [runningLine([new TextRun({ text: title, color: theme.muted, size: 17 })], AlignmentType.LEFT)],
          }),
        },
        footers: { default: new Footer({ children: [runningLine([pageNumber()], AlignmentType.CENTER)] }) },
        children: blocks.flatMap((block, index) => toElements(block, index)),
      },
    ],
  });
  return stableArchive(await Packer.toBuffer(document));
};

const headingStyle = (size: number, before: number, color: string) => ({
  run: { font: FONT, size, bold: true, color },
  paragraph: { spacing: { before, after: 120 }, keepNext: true },
});

const styles = {
  default: {
    document: { run: { font: FONT, size: 22, color: theme.ink }, paragraph: { spacing: { after: 140, line: 288 } } },
    title: { ...headingStyle(52, 0, theme.accent), paragraph: { spacing: { before: 0, after: 260 } } },
    heading1: headingStyle(34, 420, theme.accent),
    heading2: headingStyle(26, 280, theme.highlight),
  },
};

const numberedLevel = {
  level: 0,
  format: LevelFormat.DECIMAL,
  text: "%1.",
  alignment: AlignmentType.START,
  style: { paragraph: { indent: { left: 460, hanging: 360 }, spacing: { after: 80 } } },
} as const;

const pageNumber = (): TextRun =>
  new TextRun({
    children: ["Page ", PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES],
    color: theme.muted,
    size: 17,
  });

const runningLine = (children: TextRun[], alignment: (typeof AlignmentType)[keyof typeof AlignmentType]): Paragraph =>
  new Paragraph({ children, alignment });

const headingOf = (level: number) =>
  level === 1 ? HeadingLevel.TITLE : level === 2 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2;

const toElements = (block: Block, index: number): (Paragraph | Table)[] => {
  switch (block.kind) {
    case "heading":
      return [new Paragraph({ text: block.text, heading: headingOf(block.level), keepNext: true })];
    case "paragraph":
      return [new Paragraph({ children: toTextRuns(block.runs) })];
    case "list":
      // The block's index starts the numbers anew with each list.
      return block.items.map((item) =>
        block.ordered
          ? new Paragraph({ children: toTextRuns(item), numbering: { reference: NUMBERED, level: 0, instance: index } })
          : new Paragraph({ children: toTextRuns(item), bullet: { level: 0 }, spacing: { after: 80 } }),
      );
    case "table":
      return [toTable(block.rows), new Paragraph({ text: "", spacing: { after: 60 } })];
    case "code":
      return block.lines.map(toCodeLine);
  }
};

const toTextRuns = (runs: readonly Run[], color?: string): TextRun[] =>
  runs.map((run) => {
    const tone = color === undefined ? {} : { color };
    return new TextRun({ text: run.text, bold: run.bold, ...tone, ...(run.code ? { font: CODE_FONT, size: 19 } : {}) });
  });

const toCodeLine = (line: string): Paragraph =>
  new Paragraph({
    children: [new TextRun({ text: line, font: CODE_FONT, size: 18 })],
    shading: { type: ShadingType.CLEAR, fill: theme.surface, color: "auto" },
    spacing: { after: 0, line: 260 },
  });

const toTable = (rows: readonly (readonly (readonly Run[])[])[]): Table => {
  const widths = columnWidths(rows);
  return new Table({
    width: { size: TEXT_WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    borders: tableBorders,
    rows: rows.map((row, index) => toRow(row, index === 0, widths)),
  });
};

const none = { style: BorderStyle.NONE, size: 0, color: "auto" } as const;
const hairline = { style: BorderStyle.SINGLE, size: 4, color: theme.rule } as const;
const tableBorders = {
  top: hairline,
  bottom: hairline,
  insideHorizontal: hairline,
  left: none,
  right: none,
  insideVertical: none,
};

const toRow = (row: readonly (readonly Run[])[], isHeader: boolean, widths: readonly number[]): TableRow =>
  new TableRow({
    tableHeader: isHeader,
    cantSplit: true,
    children: row.map((cell, column) => {
      const runs = isHeader ? cell.map((run) => ({ ...run, bold: true })) : cell;
      return new TableCell({
        children: [
          new Paragraph({ children: toTextRuns(runs, isHeader ? theme.paper : undefined), spacing: { after: 0 } }),
        ],
        width: { size: widths[column]!, type: WidthType.DXA },
        margins: { top: 70, bottom: 70, left: 110, right: 110 },
        ...(isHeader ? { shading: { type: ShadingType.CLEAR, fill: theme.accent, color: "auto" } } : {}),
      });
    }),
  });

/** Shares the width by the longest cell of each column, with a floor that keeps the longest word whole. */
const columnWidths = (rows: readonly (readonly (readonly Run[])[])[]): number[] => {
  const weights = rows[0]!.map((_cell, column) => {
    const cells = rows.map((row) => row[column] ?? []);
    const longestCell = Math.max(...cells.map((cell) => plainText(cell).length));
    return Math.max(Math.min(longestCell, 44), ...cells.map(longestWord));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Math.floor((TEXT_WIDTH * weight) / total));
};

/** In characters, with room for the cell's margins; code is set in a wider font. */
const longestWord = (cell: readonly Run[]): number =>
  Math.max(0, ...cell.flatMap((run) => run.text.split(" ").map((word) => word.length * (run.code ? 1.5 : 1) + 4)));
