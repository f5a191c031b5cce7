import type { MarkdownIt, StateBlock } from "markdown-it";

const DEFINITION = /^\[\^[^\]\s]{1,64}\]:[ \t]*/;

/** Reads `[^1]: text` as a separate paragraph. A note of one word would otherwise be parsed as a link address. */
export function readFootnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before("reference", "footnote", footnote);
}

function footnote(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const mark = DEFINITION.exec(lineOf(state, startLine));
  if (mark === null) return false;
  if (isSilent) return true;
  let end = startLine + 1;
  while (end < endLine && !state.isEmpty(end) && !DEFINITION.test(lineOf(state, end))) end++;
  state.line = end;
  const token = state.push("inline", "", 0);
  token.content = state.getLines(startLine, end, state.blkIndent, false).trim().replace(DEFINITION, "");
  token.map = [startLine, end];
  token.children = [];
  return true;
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
