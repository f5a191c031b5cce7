import MarkdownIt, { type Token } from "markdown-it";

/** A stretch of text in one style. */
export interface Run {
  readonly text: string;
  readonly bold: boolean;
  readonly code: boolean;
}

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "paragraph"; readonly runs: readonly Run[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Run[])[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Run[])[])[] }
  | { readonly kind: "code"; readonly lines: readonly string[] };

const markdown = new MarkdownIt();

export const plainText = (runs: readonly Run[]): string => runs.map((run) => run.text).join("");

/** Parses the part of Markdown that our sources use: headings, paragraphs, flat lists, tables, fences, bold and code. */
export const parseMarkdown = (source: string): readonly Block[] => {
  const tokens = markdown.parse(source, {});
  const blocks: Block[] = [];
  for (let index = 0; index < tokens.length;) {
    const [block, next] = readBlock(tokens, index);
    blocks.push(block);
    index = next;
  }
  return blocks;
};

const readBlock = (tokens: readonly Token[], index: number): [Block, number] => {
  const token = tokens[index]!;
  switch (token.type) {
    case "heading_open":
      return [
        { kind: "heading", level: Number(token.tag.slice(1)), text: plainText(runsAt(tokens, index + 1)) },
        index + 3,
      ];
    case "paragraph_open":
      return [{ kind: "paragraph", runs: runsAt(tokens, index + 1) }, index + 3];
    case "fence":
      return [{ kind: "code", lines: token.content.trimEnd().split("\n") }, index + 1];
    case "bullet_list_open":
    case "ordered_list_open": {
      const end = closing(tokens, index);
      const items = inlineRuns(tokens.slice(index, end));
      return [{ kind: "list", ordered: token.type === "ordered_list_open", items }, end + 1];
    }
    case "table_open": {
      const end = closing(tokens, index);
      return [{ kind: "table", rows: readRows(tokens.slice(index, end)) }, end + 1];
    }
    default:
      throw new Error(`the source uses Markdown that the library's writers don't know: ${token.type}`);
  }
};

const closing = (tokens: readonly Token[], index: number): number => {
  const close = tokens[index]!.type.replace("_open", "_close");
  const end = tokens.findIndex((token, at) => at > index && token.type === close);
  if (end < 0) throw new Error(`no ${close} in the token list`);
  return end;
};

const readRows = (tokens: readonly Token[]): Run[][][] => {
  const rows: Run[][][] = [];
  for (const token of tokens) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "inline") rows.at(-1)!.push(toRuns(token));
  }
  return rows;
};

const inlineRuns = (tokens: readonly Token[]): Run[][] => tokens.filter((token) => token.type === "inline").map(toRuns);

const runsAt = (tokens: readonly Token[], index: number): Run[] => toRuns(tokens[index]!);

const toRuns = (inline: Token): Run[] => {
  const runs: Run[] = [];
  let bold = false;
  for (const child of inline.children ?? []) {
    if (child.type === "strong_open") bold = true;
    else if (child.type === "strong_close") bold = false;
    else if (child.type === "softbreak") runs.push({ text: " ", bold, code: false });
    else if (child.content !== "") runs.push({ text: child.content, bold, code: child.type === "code_inline" });
  }
  return runs;
};
