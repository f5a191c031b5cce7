import type { ParsedDocumentInfo } from "@quarry/plugin";

/** Front matter longer than this is text that happens to begin with dashes. */
const MAX_FRONT_MATTER_CHARACTERS = 65_536;

const YAML = /^---[^\S\n]*\n([\s\S]*?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;
const TOML = /^\+\+\+[^\S\n]*\n([\s\S]*?)\n\+\+\+[^\S\n]*(?:\n|$)/;

/** Takes the front matter off the beginning of a Markdown text. */
export function takeFrontMatter(text: string): { readonly info: ParsedDocumentInfo; readonly rest: string } {
  const head = text.slice(0, MAX_FRONT_MATTER_CHARACTERS);
  const match = YAML.exec(head) ?? TOML.exec(head);
  // Between two thematic breaks stands prose: front matter has keys on every line that is not indented.
  if (match === null || !/^[\w-]+\s*[:=]/.test(match[1]!)) return { info: {}, rest: text };
  return { info: infoOf(readKeys(match[1]!)), rest: text.slice(match[0].length) };
}

/** Top-level scalars, and lists (inline or one item per line) joined by commas; nested maps are left out. */
function readKeys(source: string): Map<string, string> {
  const values = new Map<string, string>();
  let key = "";
  for (const line of source.split("\n")) {
    const pair = /^([\w-]+)\s*[:=]\s*(.*)$/.exec(line);
    const item = /^\s*-\s+([^:]+)$/.exec(line)?.[1];
    if (pair !== null) {
      key = pair[1]!.toLowerCase();
      values.set(key, scalar(pair[2]!));
    } else if (item !== undefined && key !== "") {
      values.set(key, [values.get(key), scalar(item)].filter((part) => part !== undefined && part !== "").join(", "));
    }
  }
  return values;
}

const scalar = (value: string): string =>
  value
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .split(/,\s*(?=["'])/)
    .map((part) => part.replace(/^(["'])(.*)\1$/, "$2"))
    .join(", ");

function infoOf(values: Map<string, string>): ParsedDocumentInfo {
  const title = values.get("title");
  const author = values.get("author") ?? values.get("authors");
  const language = values.get("lang") ?? values.get("language");
  const created = Date.parse(values.get("date") ?? values.get("created") ?? "");
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(language && { language }),
    ...(!Number.isNaN(created) && { createdAt: new Date(created).toISOString() }),
  };
}
