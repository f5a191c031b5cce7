import { symbolText } from "@quarry/formats/fonts";
import type { BlockLink, ParsedBlock } from "@quarry/plugin";
import { attribute, isOn, type XmlAttributes } from "../archive/read-xml.ts";
import type { FlowItem } from "../flow/flow-item.ts";
import { type FlowContext, FlowReader, type Openers } from "../flow/flow-reader.ts";
import type { OpenLink, Paragraph } from "../flow/paragraph.ts";
import { type ShownFont, shownFont } from "../flow/run-fonts.ts";
import { tidyLine } from "../flow/tidy-text.ts";
import type { ThemeFonts } from "../archive/theme-fonts.ts";
import { autoNumberLabel } from "./auto-number.ts";
import type { SlideMargins } from "./slide-margins.ts";

export interface SlideContext extends FlowContext {
  /** Margins read before; without them all are read. */
  readonly margins: SlideMargins | undefined;
  /** Whether it is a page of notes, whose paragraphs are no list. */
  readonly isNotes: boolean;
  readonly theme: ThemeFonts;
}

/** A figure on a slide while it is read. */
interface Shape {
  /** Placeholder type in the slide's layout: `title`, `body`, ...; undefined for a free shape. */
  placeholder: string | undefined;
  description: string | undefined;
  /** The address that a click on it opens. */
  link: OpenLink | undefined;
  /** Numbers of its paragraphs so far, by level. */
  readonly numbers: number[];
}

const TITLES = new Set(["title", "ctrTitle"]);
/** Date, footer, header and number: the same on every slide, or nearly. */
const MARGINS = new Set(["dt", "ftr", "hdr", "sldNum"]);
/** Placeholders whose paragraphs have bullets unless they say otherwise. */
const LISTS = new Set(["body", "obj", ""]);

/** Reads the text of a slide, a page of notes, or the drawings on a sheet. */
export class SlideReader extends FlowReader {
  readonly #context: SlideContext;
  readonly #shapes: Shape[] = [];
  readonly #title: string[] = [];
  readonly #titleLinks: BlockLink[] = [];
  /** Whether the slide is left out when it is shown. */
  isHidden = false;
  #isInRunProperties = false;
  /** Fonts of the open run: for letters, and for symbols. */
  #font: ShownFont | undefined;
  #symbolFont: ShownFont | undefined;

  constructor(context: SlideContext) {
    super(context);
    this.#context = context;
    this.addOpeners(this.#slideOpeners);
  }

  /** The text of the title as far as it was read since the last time; empty when there is none. */
  takeTitle(): string {
    return this.#title.splice(0).join(" ");
  }

  takeTitleLinks(): readonly BlockLink[] {
    return this.#titleLinks.splice(0);
  }

  /**
   * Programs leave the font for symbols (`a:sym`) on the letters that are typed behind one. Of those only characters of the
   * private area are in it, and one that is alone in its run: a letter without blanks, an accented one also with them.
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

  readonly #slideOpeners: Openers = {
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
    // List formats of a shape are no bullets of a paragraph; elements without text are left out for speed.
    lstStyle: () => "skip",
    spPr: () => "skip",
    extLst: () => "skip",
    timing: () => "skip",
    transition: () => "skip",
  };

  /** `+mj-lt` and `+mn-lt` stand for the fonts of the theme. */
  #fontName(typeface: string): string {
    if (!typeface.startsWith("+")) return typeface;
    return this.#context.theme[typeface.startsWith("+mj") ? "major" : "minor"];
  }

  #setBullet(isListItem: boolean): void {
    if (this.paragraph !== undefined) this.paragraph.isListItem = isListItem;
  }
}

/** The items of a slide so far with its title before them, wherever it stands among the figures. */
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
