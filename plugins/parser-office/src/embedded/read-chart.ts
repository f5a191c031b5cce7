import type { ParsedBlock } from "@quarry/plugin";
import { attribute, readSmallXml, type XmlAttributes, type XmlHandlers } from "../archive/read-xml.ts";
import { decodeEscapes } from "../archive/text-escapes.ts";
import { TableRows } from "../flow/table-rows.ts";
import { tidyLine } from "../flow/tidy-text.ts";
import type { OfficeInput } from "../office-input.ts";
import { formatOf, type NumberFormat } from "../sheets/number-formats.ts";
import { numberText } from "../sheets/number-text.ts";

/** Maximum points and series of a chart: real charts have far fewer. */
const MAX_POINTS = 100_000;
const MAX_SERIES = 255;

interface Points {
  readonly values: Map<number, string>;
  /** Number format of numeric values. */
  code: string;
}

interface Series {
  name: string;
  readonly categories: Points;
  readonly values: Points;
}

/** Returns the text of a chart: its titles, and a table with a row per category and a column per series. */
export async function readChart(input: OfficeInput, part: string, tableId: number): Promise<ParsedBlock[]> {
  const reader = new ChartReader();
  await readSmallXml(input.archive, part, input.limits, reader.handlers);
  const blocks = reader.blocks(tableId);
  for (const { text } of blocks) input.budget.spendText(text.length);
  return blocks;
}

const AXES = new Set(["catAx", "valAx", "dateAx", "serAx", "axis"]);
/** `strDim` and `numDim` occur in newer kinds of charts, which store points separately from the series. */
const CATEGORIES = new Set(["cat", "xVal", "strDim"]);
const VALUES = new Set(["val", "yVal", "numDim"]);

class ChartReader {
  readonly #titles: string[] = [];
  readonly #series: Series[] = [];
  readonly #path: string[] = [];
  #points = 0;
  #point = 0;
  #text = "";
  #title = "";

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => {
      const name = this.#path.at(-1);
      if (name === "v" || name === "t" || name === "pt" || name === "formatCode") this.#text += text;
    },
    close: (name) => this.#close(name),
  };

  *#rows(): Generator<readonly string[]> {
    const [first] = this.#series;
    if (first === undefined) return;
    const names = this.#series.map(({ name }) => name);
    if (names.some((name) => name !== "")) yield ["", ...names];
    const indexes = new Set(
      this.#series.flatMap(({ categories, values }) => [...categories.values.keys(), ...values.values.keys()]),
    );
    const formats = new Map(
      this.#series
        .flatMap(({ categories, values }) => [categories, values])
        .map((points) => [points, formatOf(points.code)]),
    );
    for (const index of [...indexes].toSorted((one, other) => one - other)) {
      const category = this.#series.find(({ categories }) => categories.values.has(index))?.categories;
      yield [
        category === undefined ? "" : pointText(category, formats.get(category)!, index),
        ...this.#series.map(({ values }) => pointText(values, formats.get(values)!, index)),
      ];
    }
  }

  blocks(tableId: number): ParsedBlock[] {
    const blocks: ParsedBlock[] = this.#titles.map((text) => ({ kind: "paragraph", text }));
    const rows = new TableRows(tableId);
    for (const cells of this.#rows()) {
      const row = cells.map((text) => ({ text, span: 1, isMergedUp: false }));
      blocks.push(...rows.add({ cells: row, before: 0, isHeader: cells[0] === "" }));
    }
    blocks.push(...rows.end());
    return blocks;
  }

  #open(name: string, attributes: XmlAttributes): "skip" | void {
    // Data labels usually repeat values.
    if (name === "dLbls" || name === "extLst" || name === "trendline" || name === "errBars") return "skip";
    this.#path.push(name);
    this.#text = "";
    if (name === "ser" || name === "data") this.#openSeries();
    else if (name === "pt") this.#point = Number(attributes["idx"] ?? this.#point + 1);
    else if (name === "title") this.#title = "";
    else if (name === "numDim" || name === "strDim") this.#point = -1;
    else if (name === "lvl") this.#readFormat(attribute(attributes, "formatCode"));
    return undefined;
  }

  #openSeries(): void {
    if (this.#series.length < MAX_SERIES) {
      this.#series.push({
        name: "",
        categories: { values: new Map(), code: "" },
        values: { values: new Map(), code: "" },
      });
    }
  }

  #close(name: string): void {
    this.#path.pop();
    if (name === "t" || (name === "v" && this.#isIn("txData"))) this.#readTitle();
    else if (name === "v" || (name === "pt" && this.#isIn("lvl"))) this.#readValue();
    else if (name === "formatCode") this.#readFormat(this.#text);
    else if (name === "p" && this.#isIn("title")) this.#title += " ";
    else if (name === "title") this.#endTitle();
    if (name !== "r" && name !== "rPr") this.#text = "";
  }

  #readTitle(): void {
    if (this.#isIn("title")) this.#title += this.#text;
  }

  #endTitle(): void {
    const title = tidyLine(this.#title);
    this.#title = "";
    if (title === "") return;
    if (this.#path.some((name) => AXES.has(name))) this.#titles.push(title);
    else this.#titles.unshift(title);
  }

  #readValue(): void {
    const series = this.#series.at(-1);
    const text = tidyLine(decodeEscapes(this.#text));
    if (series === undefined || text === "") return;
    const points = this.#pointsOf(series);
    if (points !== undefined) {
      if (++this.#points > MAX_POINTS) return;
      const before = this.#isIn("multiLvlStrRef") ? points.values.get(this.#point) : undefined;
      // Of multi-level categories the innermost level comes first.
      points.values.set(this.#point, before === undefined ? text : `${text} ${before}`);
    } else if (this.#isIn("tx")) series.name = text;
  }

  #readFormat(code: string | undefined): void {
    const series = this.#series.at(-1);
    const points = series === undefined ? undefined : this.#pointsOf(series);
    if (points !== undefined && code !== undefined) points.code = decodeEscapes(code);
  }

  #pointsOf(series: Series): Points | undefined {
    if (this.#path.some((name) => CATEGORIES.has(name))) return series.categories;
    return this.#path.some((name) => VALUES.has(name)) ? series.values : undefined;
  }

  #isIn(name: string): boolean {
    return this.#path.includes(name);
  }
}

function pointText({ values }: Points, format: NumberFormat, index: number): string {
  const value = values.get(index) ?? "";
  return value !== "" && !Number.isNaN(Number(value)) ? numberText(value, format, false) : value;
}
