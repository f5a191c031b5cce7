import type { ParserLimits } from "@quarry/plugin";
import type { Archive } from "@quarry/formats/zip";
import { attribute, readSmallXml, type XmlAttributes } from "../archive/read-xml.ts";

export interface ListLevel {
  start: number;
  format: string;
  /** Pattern `%1.%2)`: the numbers of the levels up to this one, and the text around them. */
  pattern: string;
  /** Whether all numbers are written in digits. */
  isLegal: boolean;
  /** Whether numbering continues after a new item of the level above. */
  neverRestarts: boolean;
  /** Paragraph style whose paragraphs are items of this level. */
  style: string | undefined;
}

export interface AbstractList {
  readonly levels: Map<number, ListLevel>;
  /** List style that defines its levels, if it has none of its own. */
  styleLink: string | undefined;
}

export interface WordList {
  abstractId: string;
  /** Start numbers of this list, by level. */
  readonly starts: Map<number, number>;
}

export interface ListDefinitions {
  readonly abstract: ReadonlyMap<string, AbstractList>;
  readonly lists: ReadonlyMap<string, WordList>;
}

const MAX_LISTS = 50_000;
/** Maximum pattern length: "Article %1, section %2.". Longer ones are not labels. */
const MAX_PATTERN_CHARACTERS = 60;

/** Reads the list numbering definitions of a Word document. */
export async function readListDefinitions(
  archive: Archive,
  part: string | undefined,
  limits: ParserLimits,
): Promise<ListDefinitions> {
  const reader = new DefinitionReader();
  if (part !== undefined) {
    await readSmallXml(archive, part, limits, { open: (name, attributes) => reader.open(name, attributes) });
  }
  return reader;
}

class DefinitionReader implements ListDefinitions {
  readonly abstract = new Map<string, AbstractList>();
  readonly lists = new Map<string, WordList>();
  #abstract: AbstractList | undefined;
  #list: WordList | undefined;
  #level: ListLevel | undefined;
  #overridden = 0;

  open(name: string, attributes: XmlAttributes): "skip" | void {
    const value = attribute(attributes, "val") ?? "";
    switch (name) {
      case "abstractNum":
        this.#abstract = { levels: new Map(), styleLink: undefined };
        this.#list = undefined;
        if (this.abstract.size < MAX_LISTS) {
          this.abstract.set(attribute(attributes, "abstractNumId") ?? "", this.#abstract);
        }
        break;
      case "num":
        this.#list = { abstractId: "", starts: new Map() };
        if (this.lists.size < MAX_LISTS) this.lists.set(attribute(attributes, "numId") ?? "", this.#list);
        break;
      case "abstractNumId":
        if (this.#list !== undefined) this.#list.abstractId = value;
        break;
      case "numStyleLink":
        if (this.#abstract !== undefined) this.#abstract.styleLink = value;
        break;
      case "lvlOverride":
        this.#overridden = Number(attribute(attributes, "ilvl"));
        break;
      case "startOverride":
        this.#list?.starts.set(this.#overridden, Number(value));
        break;
      case "lvl":
        this.#level = this.#openLevel(Number(attribute(attributes, "ilvl")));
        break;
      case "rPr":
        return "skip";
      default:
        if (this.#level !== undefined) readLevelProperty(this.#level, name, value);
    }
  }

  /** Opens a level definition. Levels that a list overrides are ignored: overrides usually concern the appearance. */
  #openLevel(level: number): ListLevel {
    const definition = {
      start: 1,
      format: "decimal",
      pattern: "",
      isLegal: false,
      neverRestarts: false,
      style: undefined,
    };
    if (this.#list === undefined) this.#abstract?.levels.set(level, definition);
    return definition;
  }
}

function readLevelProperty(level: ListLevel, name: string, value: string): void {
  if (name === "start") level.start = Number(value) || 0;
  else if (name === "numFmt") level.format = value;
  else if (name === "lvlText") level.pattern = value.slice(0, MAX_PATTERN_CHARACTERS);
  else if (name === "isLgl") level.isLegal = value !== "0" && value !== "false";
  else if (name === "lvlRestart") level.neverRestarts = value === "0";
  else if (name === "pStyle") level.style = value;
}
