import { readdirSync, readFileSync } from "node:fs";

const contentFolder = new URL("../content/", import.meta.url);

export const readContent = (path: string): string => readFileSync(new URL(path, contentFolder), "utf8");

/** The chapters of the handbook in the order of their numbers. */
export const readChapters = (): readonly string[] =>
  readdirSync(new URL("handbook/", contentFolder))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readContent(`handbook/${name}`));

export interface HandbookInfo {
  readonly title: string;
  readonly subtitle: string;
  readonly author: string;
  readonly edition: string;
  readonly licence: string;
}

export const readHandbookInfo = (): HandbookInfo => JSON.parse(readContent("handbook.json")) as HandbookInfo;

interface SlideBase {
  readonly title: string;
  readonly notes: string;
}

/** One slide of the tour; `kind` decides its layout. */
export type Slide = SlideBase &
  (
    | { readonly kind: "cover"; readonly subtitle: string }
    | { readonly kind: "bullets"; readonly bullets: readonly string[] }
    | { readonly kind: "steps"; readonly steps: readonly { readonly name: string; readonly text: string }[] }
    | { readonly kind: "columns"; readonly columns: readonly SlideColumn[] }
    | { readonly kind: "table"; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
    | { readonly kind: "closing"; readonly subtitle: string; readonly bullets: readonly string[] }
  );

export interface SlideColumn {
  readonly heading: string;
  readonly bullets: readonly string[];
}

export interface Tour {
  readonly title: string;
  readonly author: string;
  readonly slides: readonly Slide[];
}

export const readTour = (): Tour => JSON.parse(readContent("product-tour.json")) as Tour;

export interface WorkbookColumn {
  readonly header: string;
  /** In characters, as spreadsheets measure it. */
  readonly width: number;
  /** How the cells are stored; a `date` is written as `YYYY-MM-DD` in the source. */
  readonly type: "text" | "number" | "date";
}

export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export interface Workbook {
  readonly title: string;
  readonly author: string;
  readonly sheets: readonly WorkbookSheet[];
}

export const readWorkbook = (): Workbook => JSON.parse(readContent("limits-and-settings.json")) as Workbook;
