import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Where results and messages go. Results go to the standard output, everything about them to the standard error. */
export interface Terminal {
  readonly isInteractive: boolean;
  readonly width: number;
  print(text: string): void;
  note(text: string): void;
  /** Styled where the output is a terminal and NO_COLOR is not set. */
  style(style: Style, text: string): string;
  /** A line on the standard error that the next one replaces; nothing where that is no terminal. */
  status(text: string | undefined): void;
}

const NARROWEST = 40;

export const terminal = (environment: NodeJS.ProcessEnv = process.env): Terminal => {
  const { stdout, stderr } = process;
  const hasColour = stdout.isTTY === true && (environment["NO_COLOR"] ?? "") === "" && environment["TERM"] !== "dumb";
  const isInteractive = stderr.isTTY === true;
  const width = Math.max(NARROWEST, stdout.columns ?? stderr.columns ?? 100);
  let hasStatus = false;
  const clear = () => {
    if (hasStatus) stderr.write("\r\u001b[K");
    hasStatus = false;
  };
  return {
    isInteractive,
    width,
    print: (text) => {
      clear();
      stdout.write(`${text}\n`);
    },
    note: (text) => {
      clear();
      stderr.write(`${text}\n`);
    },
    style: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
    status: (text) => {
      if (!isInteractive) return;
      clear();
      if (text === undefined) return;
      stderr.write(text.slice(0, width - 1));
      hasStatus = true;
    },
  };
};
