/** Character properties of text that tracked changes deleted or moved elsewhere. */
const DELETED = new Set(["deleted", "mvf"]);
/** Control words that stand for text or a line end. Other words describe formatting or cell ends. */
const TEXT_WORDS = new Set(
  "par line tab emdash endash bullet lquote rquote ldblquote rdblquote emspace enspace qmspace u".split(" "),
);
/** Maximum bytes skipped after a character given by number. */
const MAX_FALLBACK = 16;

const [OPEN, CLOSE, BACKSLASH, QUOTE, MINUS, BLANK, CR, LF] = [0x7b, 0x7d, 0x5c, 0x27, 0x2d, 0x20, 0x0d, 0x0a] as const;

interface Group {
  isDeleted: boolean;
  isHidden: boolean;
  /** Number of fallback characters after a character given by number. */
  fallback: number;
}

/**
 * Removes invisible text from an RTF file: text deleted by tracked changes and, unless `withHidden`, hidden text.
 * Groups and all other control words are retained.
 */
export function shownRtf(rtf: Buffer, withHidden: boolean): Buffer {
  const retained = Buffer.allocUnsafe(rtf.length);
  const groups: Group[] = [{ isDeleted: false, isHidden: false, fallback: 1 }];
  let length = 0;
  const copy = (from: number, to: number): void => {
    length += rtf.copy(retained, length, from, to);
  };
  for (let at = 0; at < rtf.length;) {
    const group = groups.at(-1)!;
    const isShown = !group.isDeleted && (withHidden || !group.isHidden);
    const byte = rtf[at]!;
    let end = at + 1;
    let isText = false;
    if (byte === OPEN) groups.push({ ...group });
    else if (byte === CLOSE) {
      if (groups.length > 1) groups.pop();
    } else if (byte === BACKSLASH) {
      const word = wordAt(rtf, at);
      end = word.end;
      isText = word.name === "" || TEXT_WORDS.has(word.name);
      if (word.name === "u" && !isShown) end = endOfFallback(rtf, end, group.fallback);
      applyWord(group, word);
    } else isText = byte !== CR && byte !== LF;
    if (isShown || !isText) copy(at, end);
    at = end;
  }
  return retained.subarray(0, length);
}

interface Word {
  /** "" for a control symbol. */
  readonly name: string;
  readonly number: number | undefined;
  readonly end: number;
}

function wordAt(rtf: Buffer, start: number): Word {
  let end = start + 1;
  while (isLetter(rtf[end])) end++;
  const name = rtf.toString("latin1", start + 1, end);
  if (name === "") return { name, number: undefined, end: Math.min(rtf.length, start + (rtf[end] === QUOTE ? 4 : 2)) };
  const from = end;
  if (rtf[end] === MINUS) end++;
  while (isDigit(rtf[end])) end++;
  const number = end > from ? Number.parseInt(rtf.toString("latin1", from, Math.min(end, from + 12)), 10) : undefined;
  if (rtf[end] === BLANK) end++;
  // Binary data, which contains no control words.
  if (name === "bin" && number !== undefined && number > 0) end = Math.min(rtf.length, end + number);
  return { name, number, end };
}

function applyWord(group: Group, { name, number }: Word): void {
  if (DELETED.has(name)) group.isDeleted = number !== 0;
  else if (name === "v") group.isHidden = number !== 0;
  else if (name === "plain") [group.isDeleted, group.isHidden] = [false, false];
  else if (name === "uc" && number !== undefined) group.fallback = Math.min(Math.max(0, number), MAX_FALLBACK);
}

function endOfFallback(rtf: Buffer, from: number, count: number): number {
  let end = from;
  for (
    let remaining = count;
    remaining > 0 && end < rtf.length && rtf[end] !== OPEN && rtf[end] !== CLOSE;
    remaining--
  ) {
    end = rtf[end] === BACKSLASH ? wordAt(rtf, end).end : end + 1;
  }
  return end;
}

/** Whether the byte is an ASCII letter, in either case. */
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
