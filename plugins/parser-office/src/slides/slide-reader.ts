import { symbolText } from "@quarry/formats/fonts";
import type { BlockLink, ParsedBlock } from "@quarry/plugin";
import { attribute, isOn, type XmlAttributes } from "../archive/read-xml.ts";
import type { FlowItem } from "../flow/flow-item.ts";
import { type FlowContext, FlowReader, type ElementHandlers } from "../flow/flow-reader.ts";
import type { OpenLink, Paragraph } from "../flow/paragraph.ts";
import { type ShownFont, shownFont } from "../flow/run-fonts.ts";
import { tidyLine } from "../flow/tidy-text.ts";
import type { ThemeFonts } from "../archive/theme-fonts.ts";
import { autoNumberLabel } from "./auto-number.ts";
import type { SlideMargins } from "./slide-margins.ts";

export interface SlideContext extends FlowContext {
  /** Margin texts of previous slides. If undefined, all are read. */
  readonly margins: SlideMargins | undefined;
  /** Whether it is a notes page, whose paragraphs are not a list. */
  readonly isNotes: boolean;
  readonly theme: ThemeFonts;
}

/** A shape on a slide being read. */
interface Shape {
  /** Placeholder type in the slide's layout: `title`, `body`, ...; undefined for a free shape. */
  placeholder: string | undefined;
  description: string | undefined;
  /** Link opened by a click on it. */
  link: OpenLink | undefined;
  /** Current numbers of its paragraphs, by level. */
  readonly numbers: number[];
}

const TITLES = new Set(["title", "ctrTitle"]);
/** Date, footer, header and slide number: nearly the same on every slide. */
const MARGINS = new Set(["dt", "ftr", "hdr", "sldNum"]);
/** Placeholders whose paragraphs have bullets by default. */
const LISTS = new Set(["body", "obj", ""]);

/** Reads the text of a slide, a notes page, or the drawings on a sheet. */
export class SlideReader extends FlowReader {
  readonly #context: SlideContext;
  readonly #shapes: Shape[] = [];
  readonly #title: string[] = [];
  readonly #titleLinks: BlockLink[] = [];
  /** Whether the slide is hidden in the slide show. */
  isHidden = false;
  #isInRunProperties = false;
  /** Fonts of the open run: for Latin letters, and for symbols. */
  #font: ShownFont | undefined;
  #symbolFont: ShownFont | undefined;

  constructor(context: SlideContext) {
    super(context);
    this.#context = context;
    this.addHandlers(this.#slideHandlers);
  }

  /** Returns the title text read since the last call, or "". */
  takeTitle(): string {
    return this.#title.splice(0).join(" ");
  }

  takeTitleLinks(): readonly BlockLink[] {
    return this.#titleLinks.splice(0);
  }

  /**
   * Returns the text as displayed. Programs leave the symbol font (`a:sym`) on letters typed after a symbol. Only
   * private-use characters are in it, and a single character of a run: a letter without spaces, an accented one also
   * with spaces.
   */
  protected override shownText(text: string): string {
    if (this.#font) return symbolText(text, this.#font);
    const font = this.#symbolFont;
    if (!font) return text;
    return text.replace(/^\S$|^\s{0,3}[\u00a1-\u00ff]\s{0,3}$|[\uf020-\uf0ff]+/g, (symbols) =>
      symbolText(symbols, font),
    );
  }

  protected override openRun(): () => void {
    this.#font = undefined;
    this.#symbolFont = undefined;
    const close = super.openRun();
    this.link = this.#shapes.at(-1)?.link;
    return () => {
      this.link = undefined;
      close();
    };
  }

  #setLink(link: OpenLink | undefined): void {
    const shape = this.#shapes.at(-1);
    if (this.#isInRunProperties) this.link = link ?? this.link;
    else if (shape !== undefined && this.paragraph === undefined) shape.link = link;
  }

  protected override blockOf(paragraph: Paragraph, text: string): ParsedBlock | undefined {
    const shape = this.#shapes.at(-1);
    const placeholder = shape?.placeholder;
    if (placeholder !== undefined && TITLES.has(placeholder)) {
      this.#addTitle(tidyLine(text));
      this.#titleLinks.push(...paragraph.takeLinks());
      return undefined;
    }
    if (placeholder !== undefined && MARGINS.has(placeholder) && this.#context.margins?.isRepeated(text)) {
      return undefined;
    }
    const label = this.#labelOf(paragraph, shape, text);
    const isList = paragraph.isListItem ?? (placeholder !== undefined && LISTS.has(placeholder));
    const isListItem = isList && !this.#context.isNotes && this.table === undefined;
    return { kind: isListItem ? "list_item" : "paragraph", text: label === "" ? text : `${label} ${text}` };
  }

  #addTitle(text: string): void {
    if (text === "") return;
    this.context.budget.spendText(text.length);
    this.#title.push(text);
  }

  #labelOf(paragraph: Paragraph, shape: Shape | undefined, text: string): string {
    const level = paragraph.listLevel ?? 0;
    if (shape === undefined || text === "" || paragraph.isContinued) return "";
    if (shape.numbers.length > level + 1) shape.numbers.length = level + 1;
    if (paragraph.autoNumber === undefined) {
      delete shape.numbers[level];
      return "";
    }
    const { type, start } = paragraph.autoNumber;
    const number = shape.numbers[level] ?? start;
    shape.numbers[level] = number + 1;
    return autoNumberLabel(number, type);
  }

  #openShape(): () => void {
    const shape: Shape = { placeholder: undefined, description: undefined, link: undefined, numbers: [] };
    this.#shapes.push(shape);
    return () => {
      this.describe(shape.description);
      this.#shapes.pop();
    };
  }

  readonly #slideHandlers: ElementHandlers = {
    sld: (attributes) => {
      this.isHidden = !isOn(attribute(attributes, "show"));
    },
    sp: () => this.#openShape(),
    pic: () => this.#openShape(),
    graphicFrame: () => this.#openShape(),
    cNvPr: (attributes) => {
      const shape = this.#shapes.at(-1);
      if (shape !== undefined) shape.description ??= attributes["descr"];
    },
    ph: (attributes) => {
      const shape = this.#shapes.at(-1);
      if (shape !== undefined) shape.placeholder = attributes["type"] ?? "";
    },
    pPr: (attributes) => {
      if (this.paragraph !== undefined) this.paragraph.listLevel = listLevelOf(attributes);
    },
    fld: () => this.openRun(),
    hlinkClick: (attributes) => this.#setLink(this.linkTo(attributes)),
    rPr: ({ baseline = "0" }) => {
      this.isRaised = Number.parseFloat(baseline) > 0;
      this.#isInRunProperties = true;
      return () => {
        this.#isInRunProperties = false;
      };
    },
    latin: ({ typeface = "" }) => {
      if (this.#isInRunProperties) this.#font = shownFont(this.#fontName(typeface));
    },
    sym: ({ typeface = "" }) => {
      if (this.#isInRunProperties) this.#symbolFont = shownFont(this.#fontName(typeface));
    },
    buNone: () => this.#setBullet(false),
    buChar: () => this.#setBullet(true),
    buBlip: () => this.#setBullet(true),
    buAutoNum: (attributes) => {
      this.#setBullet(true);
      const { type = "", startAt = "1" } = attributes;
      if (this.paragraph !== undefined) this.paragraph.autoNumber = { type, start: Number(startAt) || 1 };
    },
    tblPr: (attributes) => {
      if (attributes["firstRow"] !== undefined && isOn(attributes["firstRow"])) this.table?.markFirstRow();
    },
    // List formats of a shape don't mean that a paragraph has a bullet. Elements without text are skipped for speed.
    lstStyle: () => "skip",
    spPr: () => "skip",
    extLst: () => "skip",
    timing: () => "skip",
    transition: () => "skip",
  };

  /** Resolves font names. `+mj-lt` and `+mn-lt` refer to the theme's fonts. */
  #fontName(typeface: string): string {
    if (!typeface.startsWith("+")) return typeface;
    return this.#context.theme[typeface.startsWith("+mj") ? "major" : "minor"];
  }

  #setBullet(isListItem: boolean): void {
    if (this.paragraph !== undefined) this.paragraph.isListItem = isListItem;
  }
}

/**
 * Returns the items read since the last call with the slide's title first, regardless of its position among the shapes.
 */
export function withTitle(reader: SlideReader): FlowItem[] {
  const title = reader.takeTitle();
  const links = reader.takeTitleLinks();
  const items = reader.take();
  return title === ""
    ? items
    : [{ kind: "heading", text: title, level: 1, ...(links.length > 0 && { links }) }, ...items];
}

function listLevelOf(attributes: XmlAttributes): number {
  const level = Number(attributes["lvl"] ?? 0);
  return level >= 0 && level <= 8 ? Math.trunc(level) : 0;
}
