const plain = process.env["NO_COLOR"] !== undefined || !process.stdout.isTTY;

const code =
  (open: number, close: number) =>
  (text: string): string =>
    plain ? text : `\u001b[${open}m${text}\u001b[${close}m`;

/** Emphasis on a terminal. Plain text if the output is a file or NO_COLOR is set. */
export const style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  cyan: code(36, 39),
};
