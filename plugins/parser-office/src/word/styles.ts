import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { attribute, readSmallXml, type XmlAttributes } from "../archive/read-xml.ts";

/** What a paragraph's style says about its place in the document. */
export interface WordStyle {
  /** Depth of a heading, from 1; undefined for text. */
  readonly level: number | undefined;
  readonly listId: string | undefined;
  readonly listLevel: number | undefined;
}

interface StyleDefinition {
  name: string;
  basedOn: string | undefined;
  outline: number | undefined;
  listId: string | undefined;
  listLevel: number | undefined;
  /** Whether text stands above the line; undefined where the style says nothing. */
  isRaised: boolean | undefined;
}

/** Documents with thousands of styles exist, by pasting; the rest of more than this stay plain text. */
const MAX_STYLES = 50_000;
/** Longer chains are a circle. */
const MAX_ANCESTORS = 32;
const BODY_TEXT = 9;
const PLAIN: WordStyle = { level: undefined, listId: undefined, listLevel: undefined };

/** Word names its own styles in English in every language; other programs translate the names, too. */
const HEADING =
  /^(?:heading|überschrift|ueberschrift|titre|título|titulo|titolo|encabezado|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|заголовок|başlık|επικεφαλίδα|标题|標題|見出し|제목|عنوان)\s*([1-9])$/iu;
const TITLE = /^(?:title|titel|titre|título|titolo|标题|標題|表題|제목)$/iu;

/** The paragraph styles of a Word document, and which of its character styles raise text. */
export class WordStyles {
  readonly #definitions = new Map<string, StyleDefinition>();
  readonly #characterStyles = new Map<string, StyleDefinition>();
  readonly #resolved = new Map<string, WordStyle>();
  #defaultId: string | undefined;

  static async read(archive: Archive, part: string | undefined, limits: ParserLimits): Promise<WordStyles> {
    const styles = new WordStyles();
    if (part !== undefined) await styles.#read(archive, part, limits);
    return styles;
  }

  /** The style with an id, or the one of paragraphs that name none. */
  find(id: string | undefined): WordStyle {
    const key = id ?? this.#defaultId;
    if (key === undefined) return PLAIN;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const style = this.#resolve(key);
    if (this.#resolved.size < MAX_STYLES) this.#resolved.set(key, style);
    return style;
  }

  /** Whether a character style raises text above the line. */
  isRaised(id: string | undefined): boolean {
    let next = id;
    for (let step = 0; next !== undefined && step < MAX_ANCESTORS; step++) {
      const style = this.#characterStyles.get(next);
      if (style?.isRaised !== undefined) return style.isRaised;
      next = style?.basedOn;
    }
    return false;
  }

  /** The list that a list style stands for. */
  listOf(styleId: string): string | undefined {
    return this.#definitions.get(styleId)?.listId;
  }

  async #read(archive: Archive, part: string, limits: ParserLimits): Promise<void> {
    let current: StyleDefinition | undefined;
    await readSmallXml(archive, part, limits, {
      open: (name, attributes) => {
        if (name === "latentStyles" || name === "tblStylePr") return "skip";
        if (name === "style") current = this.#add(attributes);
        else if (current !== undefined) readProperty(current, name, attributes);
        return undefined;
      },
    });
  }

  #add(attributes: XmlAttributes): StyleDefinition | undefined {
    const type = attribute(attributes, "type");
    const id = attribute(attributes, "styleId");
    const styles = type === "character" ? this.#characterStyles : this.#definitions;
    if (id === undefined || type === "table" || styles.size >= MAX_STYLES) return undefined;
    const style: StyleDefinition = {
      name: "",
      basedOn: undefined,
      outline: undefined,
      listId: undefined,
      listLevel: undefined,
      isRaised: undefined,
    };
    styles.set(id, style);
    const isDefault = /^(?:1|true|on)$/.test(attribute(attributes, "default") ?? "");
    if (isDefault && (type === "paragraph" || type === undefined)) this.#defaultId = id;
    return style;
  }

  #resolve(id: string): WordStyle {
    let level: number | undefined;
    let listId: string | undefined;
    let listLevel: number | undefined;
    let next: string | undefined = id;
    for (let step = 0; next !== undefined && step < MAX_ANCESTORS; step++) {
      const style = this.#definitions.get(next);
      // A style that is not defined still has a telling id where a program left the definitions out.
      level ??= style === undefined ? levelOfName(next) : levelOf(style);
      listId ??= style?.listId;
      listLevel ??= style?.listLevel;
      next = style?.basedOn;
    }
    return { level: level === 0 ? undefined : level, listId, listLevel };
  }
}

function readProperty(style: StyleDefinition, name: string, attributes: XmlAttributes): void {
  const value = attribute(attributes, "val");
  if (name === "name") style.name = value ?? "";
  else if (name === "basedOn") style.basedOn = value;
  else if (name === "outlineLvl") style.outline = Number(value);
  else if (name === "numId") style.listId = value;
  else if (name === "ilvl") style.listLevel = Number(value);
  else if (name === "vertAlign") style.isRaised = value === "superscript";
}

/** 0 for a style that says that it is text; undefined for one that says nothing. */
const levelOf = (style: StyleDefinition): number | undefined =>
  style.outline === undefined ? levelOfName(style.name) : levelOfOutline(style.outline);

/** The depth of a heading by its outline level; 0 for body text. */
export const levelOfOutline = (outline: number): number => (outline >= 0 && outline < BODY_TEXT ? outline + 1 : 0);

function levelOfName(name: string): number | undefined {
  if (TITLE.test(name)) return 1;
  const number = HEADING.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}
