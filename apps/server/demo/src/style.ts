const plain = process.env["NO_COLOR"] !== undefined || !process.stdout.isTTY;

const code =
  (open: number, close: number) =>
  (text: string): string =>
    plain ? text : `\u001b[${open}m${text}\u001b[${close}m`;

/** Emphasis on a terminal; plain text into a file, or when NO_COLOR asks for it. */
export const style = {
  bold: code(1, 22),
  dim: code(2, 22),
  red: code(31, 39),
  green: code(32, 39),
  cyan: code(36, 39),
};
