import {
  type DecodedTextFile,
  type ParserBudget,
  ParserError,
  type ParserEvent,
  type ParserLimits,
} from "@quarry/plugin";
import { codeBlock } from "../code/parse-code.ts";
import { parseMarkdown } from "../markdown/parse-markdown.ts";
import { warningEvents } from "../open-text.ts";
import { withoutTerminalEscapes } from "../plain/terminal-escapes.ts";

/** Maximum size of a notebook, which is buffered as a whole. Pictures in outputs are most of a large one. */
const MAX_CHARACTERS = 67_108_864;

/** Parses a Jupyter notebook: text as Markdown, code as code, and text outputs. Pictures are not read. */
export async function* parseNotebook(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  limits: ParserLimits,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  const cells = cellsOf(await readAll(file));
  // Parsed in order, as if in one file: a link definition also applies to later cells.
  for (const cell of cells) {
    const source = textOf(cell["source"] ?? cell["input"]);
    if (cell["cell_type"] === "code") {
      yield* codeBlock(source, budget);
      for (const output of listOf(cell["outputs"])) yield* codeBlock(await outputText(output), budget);
    } else if (cell["cell_type"] === "heading") {
      const level = Number(cell["level"]) || 1;
      yield* parseMarkdown(markdownFile(`${"#".repeat(Math.min(6, Math.max(1, level)))} ${source}`), budget, limits);
    } else yield* parseMarkdown(markdownFile(source), budget, limits);
  }
}

type Fields = Readonly<Record<string, unknown>>;

async function readAll(file: DecodedTextFile): Promise<string> {
  let text = "";
  for await (const chunk of file.chunks()) {
    text += chunk;
    if (text.length > MAX_CHARACTERS) {
      throw new ParserError(
        "limit",
        "the notebook is larger than 64 MB: clear the outputs of its cells and upload it again",
      );
    }
  }
  return text;
}

/** Before version 4, cells are in worksheets. */
function cellsOf(text: string): readonly Fields[] {
  let notebook: unknown;
  try {
    notebook = JSON.parse(text);
  } catch {
    throw notNotebook();
  }
  const { cells, worksheets } = (notebook ?? {}) as Fields;
  if (!Array.isArray(cells) && !Array.isArray(worksheets)) throw notNotebook();
  return Array.isArray(cells) ? listOf(cells) : listOf(worksheets).flatMap((sheet) => listOf(sheet["cells"]));
}

const notNotebook = (): ParserError =>
  new ParserError("wrong_type", "the file is not a Jupyter notebook: rename it to its real type and upload it again");

const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.filter((item): item is Fields => typeof item === "object" && item !== null) : [];

/** Returns a string, or the joined list of its lines. */
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.filter((line) => typeof line === "string").join("");
  return typeof value === "string" ? value : "";
};

async function outputText({ text, data, traceback }: Fields): Promise<string> {
  const plain = (data as Fields | null | undefined)?.["text/plain"];
  const written = Array.isArray(traceback) ? traceback.join("\n") : textOf(text ?? plain);
  let shown = "";
  for await (const segment of withoutTerminalEscapes(singleChunk(written))) shown += segment;
  return shown;
}

const markdownFile = (text: string) => (): Promise<DecodedTextFile> =>
  Promise.resolve({ encoding: "utf-8", warnings: [], hasFormFeed: false, chunks: () => singleChunk(text) });

// eslint-disable-next-line typescript/require-await -- files are read asynchronously
async function* singleChunk(text: string): AsyncGenerator<string> {
  yield text;
}
