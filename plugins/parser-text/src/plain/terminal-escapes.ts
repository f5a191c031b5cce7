/** A longer sequence is none: the longest that occur hold an address. */
const MAX_SEQUENCE = 4_096;
const ESCAPE = "\u001b";
/** U+009B is the same as ESC and "[" in one character. */
const CONTROL_SEQUENCE = String.raw`(?:\x1b\[|\x9b)[0-?]{0,100}[ -/]{0,16}[@-~]`;
/** Titles and links: up to BEL, or ESC and a backslash. */
const COMMAND = String.raw`\x1b[\]PX^_][^\x07\x1b]{0,${MAX_SEQUENCE}}(?:\x07|\x1b\\)`;
/** Character sets and single settings. */
const OTHER = String.raw`\x1b(?:[#%()*+./-][0-~]|[0-9<=>DEHMNOZc\\|}~])`;
const SEQUENCES = new RegExp(`${CONTROL_SEQUENCE}|${COMMAND}|${OTHER}`, "g");
const SEQUENCE_AT = new RegExp(SEQUENCES, "y");

/**
 * Removes escape sequences of terminals (ECMA-48), as build logs have them for colours and cursor moves, wherever the
 * pieces are cut.
 */
export async function* withoutTerminalEscapes(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  for await (const chunk of chunks) {
    const text = held === "" ? chunk : held + chunk;
    const end = startOfCut(text);
    held = text.slice(end);
    if (end > 0) yield removed(text.slice(0, end));
  }
  if (held !== "") yield removed(held);
}

/**
 * Whether the sequence moves the cursor, so that the next text is no part of the word before; erasing and colours don't
 * divide a word.
 */
const isMove = (sequence: string): boolean =>
  (sequence.startsWith(`${ESCAPE}[`) || sequence.startsWith("\u009b")) && /[\d;[\u009b][A-HJdf]$/.test(sequence);

const removed = (text: string): string =>
  text.includes(ESCAPE) || text.includes("\u009b")
    ? text.replace(SEQUENCES, (sequence) => (isMove(sequence) ? " " : ""))
    : text;

/** Offset of an incomplete sequence; the end of the text when there is none. */
function startOfCut(text: string): number {
  const last = text.lastIndexOf(ESCAPE);
  if (last < 0) return text.length;
  // The last one may be the end of a command that began before.
  for (const start of [last > 0 ? text.lastIndexOf(ESCAPE, last - 1) : -1, last]) {
    if (start < 0 || text.length - start > MAX_SEQUENCE) continue;
    SEQUENCE_AT.lastIndex = start;
    if (!SEQUENCE_AT.test(text)) return start;
  }
  return text.length;
}
