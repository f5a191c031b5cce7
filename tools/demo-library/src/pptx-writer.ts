import pptxgenjs from "pptxgenjs";
import type { Slide, SlideColumn, Tour } from "./content.ts";
import { stableArchive } from "./stable-archive.ts";
import { theme } from "./theme.ts";

// The package's types describe a CommonJS module; what Node loads is its ES module, whose default is the class itself.
type Presentation = pptxgenjs.default;
const Presentation = pptxgenjs as unknown as typeof pptxgenjs.default;

/** The wide layout, in inches. */
const slideWidth = 13.33;
const slideHeight = 7.5;
const left = 0.8;
const contentWidth = slideWidth - 2 * left;
const contentTop = 1.75;

type PptxSlide = ReturnType<Presentation["addSlide"]>;

const MASTER = { dark: "Quarry dark", light: "Quarry light" } as const;

/** Writes the tour with real title placeholders and speaker notes. */
export const writeTour = async (tour: Tour): Promise<Uint8Array> => {
  const presentation = new Presentation();
  presentation.layout = "LAYOUT_WIDE";
  presentation.title = tour.title;
  presentation.author = tour.author;
  presentation.company = tour.author;
  presentation.subject = tour.title;
  presentation.theme = { headFontFace: "Calibri", bodyFontFace: "Calibri" };
  defineMasters(presentation);
  for (const slide of tour.slides) addSlide(presentation, slide);
  const bytes = await presentation.write({ outputType: "uint8array" });
  return stableArchive(bytes as Uint8Array);
};

const defineMasters = (presentation: Presentation): void => {
  presentation.defineSlideMaster({
    title: MASTER.light,
    background: { color: theme.paper },
    slideNumber: {
      x: slideWidth - 1.1,
      y: slideHeight - 0.55,
      w: 0.6,
      h: 0.3,
      fontSize: 11,
      color: theme.muted,
      align: "right",
    },
    objects: [
      { rect: { x: 0, y: 0, w: 0.22, h: slideHeight, fill: { color: theme.accent } } },
      { rect: { x: left, y: 1.38, w: 0.9, h: 0.05, fill: { color: theme.highlight } } },
      {
        text: {
          text: "Quarry: a product tour",
          options: { x: left, y: slideHeight - 0.58, w: 6, h: 0.35, fontSize: 11, color: theme.muted, margin: 0 },
        },
      },
      {
        placeholder: {
          options: {
            name: "title",
            type: "title",
            x: left,
            y: 0.5,
            w: contentWidth,
            h: 0.85,
            fontSize: 32,
            bold: true,
            color: theme.accent,
            margin: 0,
            align: "left",
            valign: "middle",
          },
          text: "",
        },
      },
    ],
  });
  presentation.defineSlideMaster({
    title: MASTER.dark,
    background: { color: theme.accent },
    objects: [
      { rect: { x: left, y: 4.15, w: 0.9, h: 0.06, fill: { color: theme.highlight } } },
      {
        placeholder: {
          options: {
            name: "title",
            type: "title",
            x: left,
            y: 2.4,
            w: contentWidth,
            h: 0.95,
            fontSize: 44,
            bold: true,
            color: theme.paper,
            margin: 0,
            align: "left",
            valign: "bottom",
          },
          text: "",
        },
      },
    ],
  });
};

const addSlide = (presentation: Presentation, slide: Slide): void => {
  const isDark = slide.kind === "cover" || slide.kind === "closing";
  const page = presentation.addSlide({ masterName: isDark ? MASTER.dark : MASTER.light });
  page.addText(slide.title, { placeholder: "title" });
  page.addNotes(slide.notes);
  switch (slide.kind) {
    case "cover":
      return addSubtitle(page, slide.subtitle);
    case "closing":
      addSubtitle(page, slide.subtitle);
      return addBullets(page, slide.bullets, { x: left, y: 4.5, w: contentWidth, h: 1.4 }, theme.paper, 20);
    case "bullets":
      return addBullets(page, slide.bullets, { x: left, y: contentTop, w: contentWidth, h: 4.7 }, theme.ink, 26);
    case "steps":
      return addSteps(page, slide.steps);
    case "columns":
      return addColumns(page, slide.columns);
    case "table":
      return addTable(page, slide.header, slide.rows);
  }
};

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const addSubtitle = (page: PptxSlide, text: string): void => {
  page.addText(text, { x: left, y: 3.4, w: contentWidth, h: 0.6, fontSize: 22, color: theme.paper, margin: 0 });
};

const addBullets = (page: PptxSlide, bullets: readonly string[], box: Box, color: string, fontSize: number): void => {
  const paragraphs = bullets.map((text) => ({
    text,
    options: { bullet: { indent: 20 }, breakLine: true, paraSpaceAfter: fontSize * 0.6 },
  }));
  page.addText(paragraphs, { ...box, fontSize, color, margin: 0, valign: "top" });
};

const addSteps = (page: PptxSlide, steps: readonly { readonly name: string; readonly text: string }[]): void => {
  const gap = 0.22;
  const width = (contentWidth - gap * (steps.length - 1)) / steps.length;
  for (const [index, step] of steps.entries()) {
    const x = left + index * (width + gap);
    const fill = { color: index === steps.length - 1 ? theme.highlight : theme.accent };
    page.addText(`${index + 1}  ${step.name}`, {
      x,
      y: 2.3,
      w: width,
      h: 0.9,
      fill,
      fontSize: 20,
      bold: true,
      color: theme.paper,
      align: "center",
      valign: "middle",
    });
    page.addText(step.text, {
      x,
      y: 3.2,
      w: width,
      h: 2.3,
      fill: { color: theme.surface },
      fontSize: 17,
      color: theme.ink,
      align: "left",
      valign: "top",
      margin: 10,
    });
  }
};

const addColumns = (page: PptxSlide, columns: readonly SlideColumn[]): void => {
  const gap = 0.35;
  const width = (contentWidth - gap * (columns.length - 1)) / columns.length;
  for (const [index, column] of columns.entries()) {
    const x = left + index * (width + gap);
    page.addText(column.heading, {
      x,
      y: contentTop + 0.1,
      w: width,
      h: 0.7,
      fill: { color: theme.accent },
      fontSize: 22,
      bold: true,
      color: theme.paper,
      margin: 10,
      valign: "middle",
    });
    addBullets(page, column.bullets, { x: x + 0.1, y: contentTop + 1.05, w: width - 0.2, h: 3.4 }, theme.ink, 20);
  }
};

const addTable = (page: PptxSlide, header: readonly string[], rows: readonly (readonly string[])[]): void => {
  const headerRow = header.map((text) => ({
    text,
    options: { bold: true, color: theme.paper, fill: { color: theme.accent } },
  }));
  const bodyRows = rows.map((row) =>
    row.map((text, column) => ({ text, options: { bold: column === 0, color: theme.ink } })),
  );
  const firstWidth = 2.1;
  const otherWidth = (contentWidth - firstWidth) / (header.length - 1);
  page.addTable([headerRow, ...bodyRows], {
    x: left,
    y: contentTop + 0.15,
    w: contentWidth,
    colW: header.map((_text, column) => (column === 0 ? firstWidth : otherWidth)),
    rowH: 0.62,
    fontSize: 18,
    valign: "middle",
    border: { type: "solid", pt: 0.75, color: theme.rule },
    margin: [0.05, 0.12, 0.05, 0.12],
  });
};
