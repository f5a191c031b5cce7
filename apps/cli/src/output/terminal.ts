import { createInterface } from "node:readline/promises";
import { styleText } from "node:util";
import { LiveRegion } from "./live-region.ts";

type Style = Parameters<typeof styleText>[0];

/** Output of a command: results go to standard output, messages to standard error. */
export interface Terminal {
  /** Whether messages go to an interactive terminal, where they can be redrawn. */
  readonly isInteractive: boolean;
  /** Columns of the terminal that shows results, or undefined if they go to a file or a pipe. */
  readonly columns: number | undefined;
  /** Columns available for text. */
  readonly width: number;
  /** Rows of the terminal that shows messages. */
  readonly rows: number;
  print(text: string): void;
  note(text: string): void;
  /** Styles the text if the output is a terminal and NO_COLOR is not set. */
  style(style: Style, text: string): string;
  /**
   * Shows lines below all other output; the next call replaces them. Does nothing if messages do not go to a terminal.
   */
  status(lines: string | readonly string[] | undefined): void;
  /** Asks a yes/no question at the terminal. Returns undefined if there is none. */
  confirm(question: string, signal: AbortSignal): Promise<boolean | undefined>;
}

const NARROWEST = 40;
const DEFAULT_COLUMNS = 100;
const DEFAULT_ROWS = 24;

export const terminal = (environment: NodeJS.ProcessEnv = process.env): Terminal => {
  const { stdin, stdout, stderr } = process;
  const hasColour = stdout.isTTY === true && (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
  // A dumb terminal can't move its cursor.
  const isInteractive = stderr.isTTY === true && environment["TERM"] !== "dumb";
  const region = new LiveRegion(stderr);
  return {
    isInteractive,
    get columns() {
      return stdout.isTTY === true ? stdout.columns : undefined;
    },
    get width() {
      return Math.max(NARROWEST, stdout.columns ?? stderr.columns ?? DEFAULT_COLUMNS);
    },
    get rows() {
      return stderr.rows ?? DEFAULT_ROWS;
    },
    print: (text) => region.above(() => stdout.write(`${text}\n`)),
    note: (text) => region.above(() => stderr.write(`${text}\n`)),
    style: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
    status: (lines) => {
      if (!isInteractive) return;
      if (lines === undefined) region.end();
      else region.show(typeof lines === "string" ? [lines] : lines);
    },
    confirm: async (question, signal) => {
      if (stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
      // No line editing: Ctrl-C must stay a signal, which the rest of the program handles.
      const lines = createInterface({ input: stdin, output: stderr, terminal: false });
      try {
        return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
      } finally {
        lines.close();
      }
    },
  };
};
