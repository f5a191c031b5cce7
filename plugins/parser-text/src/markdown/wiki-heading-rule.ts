import type { MarkdownIt, StateBlock } from "markdown-it";

/**
 * The spaces distinguish it from `==marked==`, which some Markdown writers support. Some collections write `= = Title =
 * =`.
 */
const WIKI_HEADING = /^(={1,6}|=(?: =){1,5}) +([^\s=](?:.*[^\s=])?) +(={1,6}|=(?: =){1,5})\s*$/;

/** Reads a line `== Title ==` as a heading: wiki texts are also stored as Markdown. */
export function readWikiHeadings(markdown: MarkdownIt): void {
  markdown.block.ruler.before("heading", "wiki_heading", wikiHeading, { alt: ["paragraph", "blockquote", "list"] });
}

function wikiHeading(state: StateBlock, startLine: number, _endLine: number, isSilent: boolean): boolean {
  const start = state.bMarks[startLine]! + state.tShift[startLine]!;
  if (state.src.charCodeAt(start) !== 0x3d) return false;
  const [, before, title, after] = WIKI_HEADING.exec(state.src.slice(start, state.eMarks[startLine])) ?? [];
  if (before === undefined || before !== after) return false;
  if (isSilent) return true;
  state.line = startLine + 1;
  const tag = `h${before.replaceAll(" ", "").length}`;
  state.push("heading_open", tag, 1);
  const token = state.push("inline", "", 0);
  token.content = title!;
  token.map = [startLine, state.line];
  token.children = [];
  state.push("heading_close", tag, -1);
  return true;
}
