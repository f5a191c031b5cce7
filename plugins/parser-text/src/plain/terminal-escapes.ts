/** Maximum length of a sequence: the longest real ones contain an address. */
const MAX_SEQUENCE = 4_096;
const ESCAPE = "\u001b";
/** U+009B equals ESC and "[" in one character. */
const CONTROL_SEQUENCE = String.raw`(?:\x1b\[|\x9b)[0-?]{0,100}[ -/]{0,16}[@-~]`;
/** Titles and links, terminated by BEL, or ESC and a backslash. */
const COMMAND = String.raw`\x1b[\]PX^_][^\x07\x1b]{0,${MAX_SEQUENCE}}(?:\x07|\x1b\\)`;
/** Character sets and single-character settings. */
const OTHER = String.raw`\x1b(?:[#%()*+./-][0-~]|[0-9<=>DEHMNOZc\\|}~])`;
const SEQUENCES = new RegExp(`${CONTROL_SEQUENCE}|${COMMAND}|${OTHER}`, "g");
const SEQUENCE_AT = new RegExp(SEQUENCES, "y");

/**
 * Removes terminal escape sequences (ECMA-48), as used in build logs for colours and cursor moves, also across chunk
 * borders.
 */
export async function* withoutTerminalEscapes(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let incomplete = "";
  for await (const chunk of chunks) {
    const text = incomplete === "" ? chunk : incomplete + chunk;
    const end = startOfIncomplete(text);
    incomplete = text.slice(end);
    if (end > 0) yield withoutSequences(text.slice(0, end));
  }
  if (incomplete !== "") yield withoutSequences(incomplete);
}

/**
 * Whether the sequence moves the cursor, which separates the next text from the previous word. Erasing and colours
 * don't.
 */
const isMove = (sequence: string): boolean =>
  (sequence.startsWith(`${ESCAPE}[`) || sequence.startsWith("\u009b")) && /[\d;[\u009b][A-HJdf]$/.test(sequence);

const withoutSequences = (text: string): string =>
  text.includes(ESCAPE) || text.includes("\u009b")
    ? text.replace(SEQUENCES, (sequence) => (isMove(sequence) ? " " : ""))
    : text;

/** Returns the offset of an incomplete sequence, or the end of the text. */
function startOfIncomplete(text: string): number {
  const last = text.lastIndexOf(ESCAPE);
  if (last < 0) return text.length;
  // The last escape can be the end of a command that began earlier.
  for (const start of [last > 0 ? text.lastIndexOf(ESCAPE, last - 1) : -1, last]) {
    if (start < 0 || text.length - start > MAX_SEQUENCE) continue;
    SEQUENCE_AT.lastIndex = start;
    if (!SEQUENCE_AT.test(text)) return start;
  }
  return text.length;
}
