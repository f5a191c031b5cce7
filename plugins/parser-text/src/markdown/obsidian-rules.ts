import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

const [EXCLAMATION, PERCENT, EQUALS, BRACKET] = [0x21, 0x25, 0x3d, 0x5b] as const;
/** Maximum length of note names, which are file names. */
const MAX_NAME = 400;
const WIKI_LINK = /!?\[\[([^[\]\n]{1,400}?)\]\]/y;
/** Size or layout after an embedded picture. */
const SIZE = /^(?:\d+(?:x\d+)?|left|right|center)$/;

/**
 * Supports Obsidian's Markdown extensions as displayed: `[[Note#Part|words]]`, `![[picture.png]]`, `==marked==`.
 * Comments between `%%` and `%%` are left out. Within code all of these are plain text.
 */
export function readObsidian(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("link", "wiki_link", wikiLink);
  markdown.inline.ruler.before("emphasis", "highlight", highlight);
  markdown.inline.ruler.before("emphasis", "comment", inlineComment);
  markdown.block.ruler.before("fence", "comment", blockComment, { alt: ["paragraph", "blockquote", "list"] });
}

function wikiLink(state: StateInline, isSilent: boolean): boolean {
  const isEmbed = state.src.charCodeAt(state.pos) === EXCLAMATION;
  if (state.src.charCodeAt(state.pos + (isEmbed ? 1 : 0)) !== BRACKET) return false;
  WIKI_LINK.lastIndex = state.pos;
  const [written, name] = WIKI_LINK.exec(state.src) ?? [];
  if (written === undefined || name === undefined || state.pos + written.length > state.posMax) return false;
  state.pos += written.length;
  if (isSilent) return true;
  // In tables the vertical bar is escaped.
  const [target = "", ...shown] = name.split(/\\?\|/);
  const words = shown
    .filter((part) => !isEmbed || !SIZE.test(part.trim()))
    .join("|")
    .trim();
  if (!isEmbed && target.trim() !== "") state.push("link_open", "a", 1).attrs = [["href", target.trim()]];
  state.push("text", "", 0).content = words === "" ? nameOf(target) : words;
  if (!isEmbed && target.trim() !== "") state.push("link_close", "a", -1);
  return true;
}

/** Returns the displayed name: a part of a note after the note's name, a part of this note alone. */
const nameOf = (target: string): string =>
  target
    .slice(0, MAX_NAME)
    .split("#")
    .map((part) => part.replace(/^\^/, "").trim())
    .filter((part) => part !== "")
    .join(" > ");

function highlight(state: StateInline, isSilent: boolean): boolean {
  const inside = between(state, "==", EQUALS);
  if (inside === undefined) return false;
  if (!isSilent) {
    const end = state.posMax;
    state.pos += 2;
    state.posMax = inside;
    state.md.inline.tokenize(state);
    state.posMax = end;
  }
  state.pos = inside + 2;
  return true;
}

function inlineComment(state: StateInline): boolean {
  const end = between(state, "%%", PERCENT);
  // Inline comments must be on one line: other text contains such signs as well.
  if (end === undefined || state.src.slice(state.pos, end).includes("\n")) return false;
  state.pos = end + 2;
  return true;
}

/**
 * Returns the offset of the closing mark for the mark at the current position. A space or a third sign must not follow
 * the opening mark.
 */
function between({ src, pos, posMax }: StateInline, mark: string, code: number): number | undefined {
  if (!src.startsWith(mark, pos) || src.charCodeAt(pos + 2) === code) return undefined;
  const isBlank = mark === "==" && /\s/.test(src[pos + 2] ?? " ");
  const end = isBlank ? -1 : src.indexOf(mark, pos + 3);
  return end < 0 || end + 2 > posMax || (mark === "==" && /\s/.test(src[end - 1]!)) ? undefined : end;
}

/** Matches lines from one that begins with `%%` to one that ends with it. Without an end they are text. */
function blockComment(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const lineOf = (line: number): string =>
    state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
  const first = lineOf(startLine);
  if (!first.startsWith("%%") || first.includes("%%", 2)) return false;
  // Avoids quadratic time: a file can have many lines that begin a comment, and none that ends one.
  if (withoutEnd.get(state) === endLine) return false;
  for (let line = startLine + 1; line < endLine; line++) {
    if (!lineOf(line).endsWith("%%")) continue;
    if (!isSilent) state.line = line + 1;
    return true;
  }
  withoutEnd.set(state, endLine);
  return false;
}

/** Line up to which no comment end exists. */
const withoutEnd = new WeakMap<StateBlock, number>();
