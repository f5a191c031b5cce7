import { cleanLine, type ParsedDocumentInfo, splitKeywords } from "@quarry/plugin";
import { readKeys } from "./front-matter-keys.ts";

/** Longer front matter is text that happens to begin with dashes. */
const MAX_FRONT_MATTER_CHARACTERS = 65_536;

const YAML = /^---[^\S\n]*\n([\s\S]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;
const TOML = /^\+\+\+[^\S\n]*\n([\s\S]*?)\n\+\+\+[^\S\n]*(?:\n|$)/;

/** Keys for the author's summary of the text: sentences, and lists of words. */
const SUMMARIES = ["subtitle", "summary", "description", "abstract", "excerpt", "teaser"];
const WORD_LISTS = ["tags", "keywords", "categories", "category", "topics", "labels"];

export interface FrontMatter {
  readonly info: ParsedDocumentInfo;
  /** Paragraphs that are part of the document's text. */
  readonly paragraphs: readonly string[];
  readonly rest: string;
}

/** Splits the front matter from the beginning of a Markdown text. */
export function takeFrontMatter(text: string): FrontMatter {
  const head = text.slice(0, MAX_FRONT_MATTER_CHARACTERS);
  const match = YAML.exec(head) ?? TOML.exec(head);
  // Text between two thematic breaks can be prose. In front matter every line that is not indented has a key.
  if (match === null || !beginsWithKey(match[1]!)) return { info: {}, paragraphs: [], rest: text };
  const keys = readKeys(match[1]!);
  return { info: infoOf(keys), paragraphs: paragraphsOf(keys), rest: text.slice(match[0].length) };
}

/** Comments can precede the first key. */
function beginsWithKey(source: string): boolean {
  const first = source.split("\n").find((line) => !line.startsWith("#"));
  return first !== undefined && /^(["']?)[\w-]+\1\s*[:=]/.test(first);
}

type Keys = ReadonlyMap<string, readonly string[]>;

function infoOf(keys: Keys): ParsedDocumentInfo {
  const valueOf = (...names: readonly string[]): string =>
    names.map((name) => keys.get(name)?.join(", ") ?? "").find((value) => value !== "") ?? "";
  const title = valueOf("title");
  const author = valueOf("author", "authors");
  const language = valueOf("lang", "language");
  const created = Date.parse(valueOf("date", "created"));
  const modified = Date.parse(valueOf("lastmod", "modified", "updated", "last_modified_at"));
  const keywords = splitKeywords([...(keys.get("keywords") ?? []), ...(keys.get("tags") ?? [])].join(","));
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(language && { language }),
    ...(!Number.isNaN(created) && { createdAt: new Date(created).toISOString() }),
    ...(!Number.isNaN(modified) && { modifiedAt: new Date(modified).toISOString() }),
    ...(keywords.length > 0 && { keywords }),
  };
}

function paragraphsOf(keys: Keys): string[] {
  const summaries = SUMMARIES.map((name) => keys.get(name)?.join(" ") ?? "");
  const lists = WORD_LISTS.map((name) => {
    const words = keys.get(name)?.join(", ") ?? "";
    return words === "" ? "" : `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${words}`;
  });
  return [...summaries, ...lists].map(cleanLine).filter((paragraph) => paragraph !== "");
}
