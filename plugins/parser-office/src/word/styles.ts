import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { attribute, isOn, readSmallXml, type XmlAttributes } from "../archive/read-xml.ts";
import type { ThemeFonts } from "../archive/theme-fonts.ts";
import { NO_FONTS, readRunFonts, type RunFonts } from "../flow/run-fonts.ts";

/** Heading and list levels of a paragraph style. */
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
  /** Whether text is hidden; undefined where the style says nothing. */
  isHidden: boolean | undefined;
  fonts: RunFonts;
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

/** Paragraph styles of a Word document, and their properties for runs of text. */
export class WordStyles {
  readonly theme: ThemeFonts;
  readonly #definitions = new Map<string, StyleDefinition>();
  readonly #characterStyles = new Map<string, StyleDefinition>();
  readonly #resolved = new Map<string, WordStyle>();
  #defaultId: string | undefined;
  #defaultFonts: RunFonts = NO_FONTS;
  #hasSymbols = false;

  private constructor(theme: ThemeFonts) {
    this.theme = theme;
  }

  static async read(
    archive: Archive,
    part: string | undefined,
    theme: ThemeFonts,
    limits: ParserLimits,
  ): Promise<WordStyles> {
    const styles = new WordStyles(theme);
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
    return ancestors(this.#characterStyles, id).find(({ isRaised }) => isRaised !== undefined)?.isRaised ?? false;
  }

  /** Whether the styles of a run and of its paragraph hide its text. */
  isHidden(runStyle: string | undefined, paragraphStyle: string | undefined): boolean {
    return this.#stylesOf(runStyle, paragraphStyle).find(({ isHidden }) => isHidden !== undefined)?.isHidden ?? false;
  }

  /** The fonts of a run whose own properties say `own`. */
  fontsOf(own: RunFonts, runStyle: string | undefined, paragraphStyle: string | undefined): RunFonts {
    if (!this.#hasSymbols) return own;
    const inherited = this.#stylesOf(runStyle, paragraphStyle).map(({ fonts }) => fonts);
    return Object.assign({}, this.#defaultFonts, ...inherited.toReversed(), own) as RunFonts;
  }

  /** Styles from the nearest to the farthest. */
  #stylesOf(runStyle: string | undefined, paragraphStyle: string | undefined): StyleDefinition[] {
    return [
      ...ancestors(this.#characterStyles, runStyle),
      ...ancestors(this.#definitions, paragraphStyle ?? this.#defaultId),
    ];
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
        else if (name === "rFonts") this.#addFonts(current, readRunFonts(attributes, this.theme));
        else if (current !== undefined) readProperty(current, name, attributes);
        return undefined;
      },
      close: (name) => {
        if (name === "style") current = undefined;
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
      isHidden: undefined,
      fonts: NO_FONTS,
    };
    styles.set(id, style);
    const isDefault = /^(?:1|true|on)$/.test(attribute(attributes, "default") ?? "");
    if (isDefault && (type === "paragraph" || type === undefined)) this.#defaultId = id;
    return style;
  }

  /** Fonts of a style, or outside of all styles those of the whole document. */
  #addFonts(style: StyleDefinition | undefined, fonts: RunFonts): void {
    this.#hasSymbols ||= Object.values(fonts).some((font) => font !== false);
    if (style === undefined) this.#defaultFonts = fonts;
    else style.fonts = fonts;
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
  else if (name === "vanish") style.isHidden = isOn(value);
}

/** A style and those that it is based on, as far as they are defined. */
function ancestors(styles: ReadonlyMap<string, StyleDefinition>, id: string | undefined): StyleDefinition[] {
  const found: StyleDefinition[] = [];
  let style = id === undefined ? undefined : styles.get(id);
  while (style !== undefined && found.length < MAX_ANCESTORS) {
    found.push(style);
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return found;
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
