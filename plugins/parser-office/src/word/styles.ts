import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { attribute, isOn, readSmallXml, type XmlAttributes } from "../archive/read-xml.ts";
import type { ThemeFonts } from "../archive/theme-fonts.ts";
import { NO_FONTS, readRunFonts, type RunFonts } from "../flow/run-fonts.ts";

/** Heading and list levels of a paragraph style. */
export interface WordStyle {
  /** Heading depth, from 1; undefined for body text. */
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
  /** Whether text is superscript; undefined if the style doesn't specify it. */
  isRaised: boolean | undefined;
  /** Whether text is hidden; undefined if the style doesn't specify it. */
  isHidden: boolean | undefined;
  fonts: RunFonts;
}

/** Maximum number of styles. Documents accumulate thousands by pasting. Text in further styles is plain text. */
const MAX_STYLES = 50_000;
/** Longer inheritance chains are cycles. */
const MAX_ANCESTORS = 32;
const BODY_TEXT = 9;
const PLAIN: WordStyle = { level: undefined, listId: undefined, listLevel: undefined };

/** Word names its built-in styles in English in every language. Other programs translate the names, too. */
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

  /** Returns the style with an id, or the default paragraph style. */
  find(id: string | undefined): WordStyle {
    const key = id ?? this.#defaultId;
    if (key === undefined) return PLAIN;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const style = this.#resolve(key);
    if (this.#resolved.size < MAX_STYLES) this.#resolved.set(key, style);
    return style;
  }

  /** Whether a character style makes text superscript. */
  isRaised(id: string | undefined): boolean {
    return ancestors(this.#characterStyles, id).find(({ isRaised }) => isRaised !== undefined)?.isRaised ?? false;
  }

  /** Whether the styles of a run and of its paragraph hide its text. */
  isHidden(runStyle: string | undefined, paragraphStyle: string | undefined): boolean {
    return this.#stylesOf(runStyle, paragraphStyle).find(({ isHidden }) => isHidden !== undefined)?.isHidden ?? false;
  }

  /** Returns the fonts of a run, whose own properties are `own`, including inherited ones. */
  fontsOf(own: RunFonts, runStyle: string | undefined, paragraphStyle: string | undefined): RunFonts {
    if (!this.#hasSymbols) return own;
    const inherited = this.#stylesOf(runStyle, paragraphStyle).map(({ fonts }) => fonts);
    return Object.assign({}, this.#defaultFonts, ...inherited.toReversed(), own) as RunFonts;
  }

  /** Returns the styles that apply, the nearest first. */
  #stylesOf(runStyle: string | undefined, paragraphStyle: string | undefined): StyleDefinition[] {
    return [
      ...ancestors(this.#characterStyles, runStyle),
      ...ancestors(this.#definitions, paragraphStyle ?? this.#defaultId),
    ];
  }

  /** Returns the list of a list style. */
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

  /** Sets the fonts of a style, or outside of styles the document's defaults. */
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
      // An undefined style can have a meaningful id, if a program omitted the definitions.
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

/** Returns a style and the defined styles that it is based on. */
function ancestors(styles: ReadonlyMap<string, StyleDefinition>, id: string | undefined): StyleDefinition[] {
  const found: StyleDefinition[] = [];
  let style = id === undefined ? undefined : styles.get(id);
  while (style !== undefined && found.length < MAX_ANCESTORS) {
    found.push(style);
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
  }
  return found;
}

/** Returns 0 for a style explicitly of body text, or undefined for one without a level. */
const levelOf = (style: StyleDefinition): number | undefined =>
  style.outline === undefined ? levelOfName(style.name) : levelOfOutline(style.outline);

/** Converts an outline level to a heading depth; 0 for body text. */
export const levelOfOutline = (outline: number): number => (outline >= 0 && outline < BODY_TEXT ? outline + 1 : 0);

function levelOfName(name: string): number | undefined {
  if (TITLE.test(name)) return 1;
  const number = HEADING.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}
