import type { ParsedBlock } from "@quarry/plugin";
import { attribute, isOn, type XmlAttributes } from "../archive/read-xml.ts";
import { addAll, type FlowItem } from "../flow/flow-item.ts";
import { type FlowContext, FlowReader, type OpenResult, type ElementHandlers } from "../flow/flow-reader.ts";
import type { OpenLink, Paragraph } from "../flow/paragraph.ts";
import { NO_FONTS, readRunFonts, type RunFonts, textInFonts } from "../flow/run-fonts.ts";
import type { HiddenContent } from "../hidden-content.ts";
import { FieldStack } from "./field-stack.ts";
import { FormField } from "./form-field.ts";
import type { ListNumbers } from "./list-numbers.ts";
import { levelOfOutline, type WordStyles } from "./styles.ts";
import { symbolCharacter } from "./symbols.ts";
import type { WordNotes } from "./word-notes.ts";

export interface WordContext extends FlowContext {
  readonly styles: WordStyles;
  readonly numbers: ListNumbers;
  readonly notes: WordNotes;
  /** Whether text formatted as hidden is read. */
  readonly hiddenContent: boolean;
  readonly hidden: HiddenContent;
}

const MAX_LEVEL = 6;
/** A longer paragraph is body text formatted like a heading. */
const MAX_HEADING_CHARACTERS = 400;
const skip = (): OpenResult => "skip";

/** Reads the text of one part of a Word document: its body, notes, comments, a header or a footer. */
export class WordReader extends FlowReader {
  readonly #context: WordContext;
  readonly #fields = new FieldStack();
  /** The form field being described. */
  #form: FormField | undefined;
  #isInProperties = false;
  #isInstruction = false;
  /** Properties of the open run: its style, and its own fonts. */
  #runStyle: string | undefined;
  #runFonts: RunFonts = NO_FONTS;
  #isHidden: boolean | undefined;
  /** Text of a paragraph whose paragraph mark was deleted. The next paragraph continues it. */
  #pendingText = "";
  readonly #pendingLinks: Paragraph["links"] = [];
  /** Number of embedded parts in other formats, which are not read. */
  foreignParts = 0;

  constructor(context: WordContext) {
    super(context);
    this.#context = context;
    this.addHandlers(this.#wordHandlers);
  }

  protected override append(text: string): void {
    if (this.#fields.isInstruction || this.#isInstruction) {
      if (this.#isInstruction) this.#fields.addInstruction(text);
      return;
    }
    const hasText = /\S/.test(text);
    if (!this.#context.hiddenContent && this.#isTextHidden()) {
      if (hasText) this.#context.hidden.add("text");
      return;
    }
    if (hasText) this.#fields.markText();
    super.append(text);
  }

  protected override shownText(text: string): string {
    const fonts = this.#context.styles.fontsOf(this.#runFonts, this.#runStyle, this.paragraph?.style);
    return fonts === NO_FONTS ? text : textInFonts(text, fonts);
  }

  #isTextHidden(): boolean {
    return this.#isHidden ?? this.#context.styles.isHidden(this.#runStyle, this.paragraph?.style);
  }

  protected override endParagraph(paragraph: Paragraph): void {
    this.#fields.endParagraph();
    if (this.#fields.link === undefined) this.link = undefined;
    if (paragraph.joinsNext) {
      this.#pendingText += paragraph.text.take();
      this.#pendingLinks.push(...paragraph.links.splice(0));
    } else if (this.#pendingText !== "") {
      paragraph.text.add(this.#pendingText + paragraph.text.take());
      paragraph.links.unshift(...this.#pendingLinks.splice(0));
      this.#pendingText = "";
    }
    super.endParagraph(paragraph);
  }

  protected override blockOf(paragraph: Paragraph, text: string): ParsedBlock | undefined {
    if (paragraph.joinsNext) return undefined;
    if (paragraph.isContinued) return { kind: "paragraph", text };
    const style = this.#context.styles.find(paragraph.style);
    // An item without text, or with only a picture, is numbered, too.
    const label = this.#labelOf(paragraph);
    if (text === "") return undefined;
    const labelled = label === undefined || label === "" ? text : `${label} ${text}`;
    const level = paragraph.outline === undefined ? (style.level ?? 0) : levelOfOutline(paragraph.outline);
    if (level > 0 && text.length <= MAX_HEADING_CHARACTERS) {
      return { kind: "heading", text: labelled.replaceAll("\n", " "), level: Math.min(level, MAX_LEVEL) };
    }
    return { kind: label === undefined ? "paragraph" : "list_item", text: labelled };
  }

  /** Returns the list label of an item, or undefined for a paragraph outside of lists. */
  #labelOf({ style, listId, listLevel }: Paragraph): string | undefined {
    const ofStyle = this.#context.styles.find(style);
    const list = listId ?? ofStyle.listId;
    if (list === undefined || list === "0") return undefined;
    const ownLevel = listId === undefined ? ofStyle.listLevel : listLevel;
    return this.#context.numbers.next(list, ownLevel ?? listLevel, style);
  }

  #property(apply: (paragraph: Paragraph, attributes: XmlAttributes) => void): (attributes: XmlAttributes) => void {
    return (attributes) => {
      if (this.#isInProperties && this.paragraph !== undefined) apply(this.paragraph, attributes);
    };
  }

  #markField(type: string | undefined): void {
    if (type === "begin") this.#fields.begin();
    else if (type === "separate") this.#fields.separate();
    else if (type === "end") this.append(this.#fields.end());
    this.link = this.#fields.link;
  }

  #openLink(link: OpenLink | undefined): () => void {
    const outer = this.link;
    this.link = link ?? outer;
    return () => {
      this.link = outer;
    };
  }

  #openField(instruction: string): () => void {
    this.#fields.begin();
    this.#fields.addInstruction(instruction);
    this.#fields.separate();
    const closeLink = this.#openLink(this.#fields.link);
    return () => {
      this.append(this.#fields.end());
      closeLink();
    };
  }

  #openInstruction(): () => void {
    this.#isInstruction = true;
    const close = this.openText();
    return () => {
      this.#isInstruction = false;
      close();
    };
  }

  protected override openRun(): () => void {
    this.#resetRun();
    const close = super.openRun();
    return () => {
      this.#resetRun();
      close();
    };
  }

  #resetRun(): void {
    this.#runStyle = undefined;
    this.#runFonts = NO_FONTS;
    this.#isHidden = undefined;
  }

  #openForm(): () => void {
    const form = new FormField();
    this.#form = form;
    this.#fields.setForm(form);
    return () => {
      this.#form = undefined;
    };
  }

  #formProperty(name: string): (attributes: XmlAttributes) => void {
    return (attributes) => this.#form?.open(name, attributes);
  }

  readonly #wordHandlers: ElementHandlers = {
    // Skipped: properties before a tracked change, the origin of moved text, and descriptions.
    pPrChange: skip,
    rPrChange: skip,
    tblPrChange: skip,
    tblPrExChange: skip,
    tblGridChange: skip,
    trPrChange: skip,
    tcPrChange: skip,
    sectPrChange: skip,
    sectPr: skip,
    sdtPr: skip,
    rt: skip,
    moveFrom: () => this.#deleted(),
    del: () => this.#deleted(),
    pPr: () => {
      this.#isInProperties = true;
      return () => {
        this.#isInProperties = false;
      };
    },
    pStyle: this.#property((paragraph, attributes) => {
      paragraph.style = attribute(attributes, "val");
    }),
    numId: this.#property((paragraph, attributes) => {
      paragraph.listId = attribute(attributes, "val");
    }),
    ilvl: this.#property((paragraph, attributes) => {
      paragraph.listLevel = Number(attribute(attributes, "val"));
    }),
    outlineLvl: this.#property((paragraph, attributes) => {
      paragraph.outline = Number(attribute(attributes, "val"));
    }),
    framePr: this.#property((paragraph, attributes) => {
      if (/^(?:drop|margin)$/.test(attribute(attributes, "dropCap") ?? "")) paragraph.joinsNext = true;
    }),
    r: () => this.openRun(),
    rStyle: (attributes) => {
      if (this.#isInProperties) return;
      this.#runStyle = attribute(attributes, "val");
      this.isRaised = this.#context.styles.isRaised(this.#runStyle);
    },
    rFonts: (attributes) => {
      if (!this.#isInProperties) this.#runFonts = readRunFonts(attributes, this.#context.styles.theme);
    },
    vertAlign: (attributes) => {
      if (!this.#isInProperties) this.isRaised = attribute(attributes, "val") === "superscript";
    },
    vanish: (attributes) => {
      if (!this.#isInProperties) this.#isHidden = isOn(attribute(attributes, "val"));
    },
    tab: () => {
      if (!this.#isInProperties) this.append(" ");
    },
    ptab: () => this.append(" "),
    cr: () => this.append("\n"),
    noBreakHyphen: () => this.append("-"),
    sym: (attributes) =>
      this.append(symbolCharacter(attribute(attributes, "font") ?? "", attribute(attributes, "char") ?? "")),
    hyperlink: (attributes) => this.#openLink(this.linkTo(attributes)),
    instrText: () => this.#openInstruction(),
    fldSimple: (attributes) => this.#openField(attribute(attributes, "instr") ?? ""),
    fldChar: (attributes) => this.#markField(attribute(attributes, "fldCharType")),
    ffData: () => this.#openForm(),
    checkBox: this.#formProperty("checkBox"),
    checked: this.#formProperty("checked"),
    ddList: this.#formProperty("ddList"),
    default: this.#formProperty("default"),
    listEntry: this.#formProperty("listEntry"),
    result: this.#formProperty("result"),
    textInput: this.#formProperty("textInput"),
    textpath: (attributes) => this.attachText(attribute(attributes, "string") ?? ""),
    docPr: (attributes) => this.describe(attribute(attributes, "descr")),
    altChunk: () => {
      this.foreignParts++;
    },
    tblHeader: (attributes) => {
      const row = this.table?.row;
      if (row !== undefined) row.isHeader = isOn(attribute(attributes, "val"));
    },
    gridBefore: (attributes) => {
      const row = this.table?.row;
      if (row !== undefined) row.before = Number(attribute(attributes, "val"));
    },
    gridSpan: (attributes) => {
      const cell = this.table?.row?.cells.at(-1);
      if (cell !== undefined) cell.span = Number(attribute(attributes, "val"));
    },
    vMerge: (attributes) => {
      const cell = this.table?.row?.cells.at(-1);
      if (cell !== undefined) cell.isMergedUp = attribute(attributes, "val") !== "restart";
    },
    footnoteReference: (attributes) => this.#attachNote("footnote", attributes),
    endnoteReference: (attributes) => this.#attachNote("endnote", attributes),
    commentReference: (attributes) => this.#attachNote("comment", attributes),
    footnote: (attributes) => this.#openNote("footnote", attributes),
    endnote: (attributes) => this.#openNote("endnote", attributes),
    comment: (attributes) => this.#openNote("comment", attributes),
  };

  /** Handles deleted content: text is left out, and a deleted paragraph mark joins the paragraph with the next one. */
  #deleted(): OpenResult {
    if (!this.#isInProperties) return "skip";
    if (this.paragraph !== undefined) this.paragraph.joinsNext = true;
    return undefined;
  }

  #attachNote(kind: string, attributes: XmlAttributes): void {
    if (this.paragraph === undefined) return;
    addAll(this.paragraph.notes, this.#context.notes.take(kind, attribute(attributes, "id")));
  }

  #openNote(kind: string, attributes: XmlAttributes): OpenResult {
    // Separators between the notes and the text.
    if (/^(?:separator|continuation)/.test(attribute(attributes, "type") ?? "")) return "skip";
    const id = attribute(attributes, "id");
    if (id === undefined) return undefined;
    return this.collect((items: FlowItem[]) => this.#context.notes.add(kind, id, items));
  }
}
