import { spawn } from "@lydell/node-pty";
import { inherited, PROGRAM } from "./cli.ts";

/** Command that runs in a terminal. */
export interface AtTerminal {
  /** The exit code. */
  readonly ended: Promise<number>;
  /** All output sent to the terminal. */
  readonly sent: () => string;
  /** Sends keys; Ctrl-C is `\x03`. */
  readonly type: (keys: string) => void;
}

export interface TerminalOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly columns?: number;
}

/** Starts `quarry` in its own terminal, where output and messages arrive together as a person sees them. */
export const startAtTerminal = (
  words: readonly string[],
  { environment, columns = 100 }: TerminalOptions,
): AtTerminal => {
  const [node, ...program] = PROGRAM;
  const child = spawn(node, [...program, ...words], {
    cols: columns,
    rows: 24,
    env: { ...inherited(), TERM: "xterm-256color", ...environment },
  });
  let sent = "";
  child.onData((text) => (sent += text));
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)));
  return { ended, sent: () => sent, type: (keys) => child.write(keys) };
};
