/** A query that means nothing to any collection, and of what kind. */
export interface Nonsense {
  readonly kind: string;
  readonly text: string;
}

/** Scripts that no set is written in, as ranges of code points. */
const SCRIPTS: Readonly<Record<string, readonly [first: number, last: number]>> = {
  runes: [0x16a0, 0x16ea],
  ogham: [0x1681, 0x169a],
  cherokee: [0x13a0, 0x13ef],
  ethiopic: [0x1200, 0x1246],
  georgian: [0x10d0, 0x10f0],
  armenian: [0x0561, 0x0586],
  tibetan: [0x0f40, 0x0f6c],
  mongolian: [0x1820, 0x1842],
  tifinagh: [0x2d30, 0x2d65],
  gothic: [0x10330, 0x10349],
  "linear b": [0x10000, 0x1000b],
  hieroglyphs: [0x13000, 0x1342e],
  cuneiform: [0x12000, 0x12399],
  deseret: [0x10400, 0x1044f],
  braille: [0x2801, 0x28ff],
  syriac: [0x0712, 0x072c],
  thaana: [0x0780, 0x07a5],
  khmer: [0x1780, 0x17a2],
  burmese: [0x1000, 0x1021],
  lao: [0x0e94, 0x0eb0],
  hangul: [0xac00, 0xd7a3],
  "rare han": [0x20000, 0x2a6d6],
  yi: [0xa000, 0xa48c],
  "private use": [0xe000, 0xf8ff],
};

const SYMBOLS: Readonly<Record<string, string>> = {
  emojis: "😀🦊🚀🍕🎻🧊🪐🦖🫧🪬🥽🧲",
  "joined emojis": "👩‍👩‍👧 👨🏽‍🚀 🏳️‍🌈 🇦🇶 🇧🇻 1️⃣",
  punctuation: "?!.,;:-–—…()[]{}",
  quotes: "\"'„“”‚‘’«»",
  operators: "+-*/=<>≤≥≠±×÷∑∏∫√∞",
  arrows: "←↑→↓↔⇒⇔↯↻",
  currencies: "$€£¥₿₹₩",
  boxes: "┌─┐│└┘░▒▓█",
  stars: "★☆✦✧❄❅❖",
  backslashes: "\\|/~^`@#%&_",
  "invisible characters with a dot": "\u200b\u200c\u200d\u2060\ufeff.",
  "combining marks": "\u0301\u0302\u0303\u0308\u0327",
};

const CONSONANTS = "bcdfghjklmnpqrstvwxz";
const VOWELS = "aeiouy";
const RARE = "jkqvwxz";
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";

/** More than a hundred, the same ones each time; longer than ten thousand characters at most. */
export const nonsense = (): readonly Nonsense[] => {
  let state = 20_261_123;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const drawn = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]).join("");
  const syllables = () => Array.from({ length: 3 + below(3) }, () => drawn(CONSONANTS, 1) + drawn(VOWELS, 1)).join("");
  const found: Nonsense[] = [];
  const add = (kind: string, text: string) => found.push({ kind, text });

  for (const count of [1, 2, 3, 4, 5, 8, 13, 40]) {
    add(
      `${count} words of random letters`,
      words(count, () => drawn(RARE + CONSONANTS, 6 + below(7))),
    );
    add(
      `${count} words of rare letters`,
      words(count, () => drawn(RARE, 7 + below(6))),
    );
    add(
      `${count} words of syllables`,
      words(count, () => `${syllables()}${drawn(RARE, 2)}${syllables()}`),
    );
    add(
      `${count} random numbers`,
      words(count, () => drawn(DIGITS, 9 + below(8))),
    );
    add(
      `${count} random codes`,
      words(count, () => `${drawn(RARE, 4).toUpperCase()}-${drawn(DIGITS, 7)}`),
    );
    add(
      `${count} hashes`,
      words(count, () => drawn(HEX, 40)),
    );
  }
  for (const [script, [first, last]] of Object.entries(SCRIPTS)) {
    const word = () => Array.from({ length: 5 }, () => String.fromCodePoint(first + below(last - first + 1))).join("");
    add(script, words(3, word));
    add(`${script}, one word`, word());
  }
  for (const [kind, symbols] of Object.entries(SYMBOLS)) add(kind, symbols);
  add("one letter over and over", "q".repeat(300));
  add("one long word", drawn(RARE + CONSONANTS, 2_000));
  add(
    "very long",
    words(1_000, () => drawn(RARE + CONSONANTS, 9)),
  );
  add(
    "very long, of syllables",
    words(700, () => `${syllables()}${drawn(RARE, 2)}${syllables()}`),
  );
  add(
    "an address",
    `https://${drawn(RARE, 9)}.${drawn(RARE, 4)}/${drawn(HEX, 12)}?${drawn(RARE, 5)}=${drawn(HEX, 20)}`,
  );
  add("an e-mail address", `${drawn(RARE, 9)}@${drawn(RARE, 8)}.${drawn(RARE, 3)}`);
  add("a path", `/${drawn(RARE, 6)}/${drawn(RARE, 7)}/${drawn(RARE, 8)}.${drawn(RARE, 3)}`);
  add("a name of a program", `${drawn(RARE, 5)}${drawn(RARE, 1).toUpperCase()}${drawn(RARE, 6)}_${drawn(RARE, 5)}`);
  add("bytes in base 64", drawn(`${HEX}${RARE}${RARE.toUpperCase()}+/`, 120));
  add("in quotation marks", `"${drawn(RARE, 8)} ${drawn(RARE, 9)}"`);
  return found;
};

const words = (count: number, word: () => string): string => Array.from({ length: count }, word).join(" ");

/** Words that stand in nearly every text of their language, and nothing else. */
export const STOP_WORDS: readonly Nonsense[] = [
  { kind: "English stop word", text: "the" },
  { kind: "English stop words", text: "the of and to in is it that" },
  { kind: "English question of stop words", text: "what is it and how is that to be?" },
  { kind: "German stop words", text: "der die das und ist nicht in zu" },
  { kind: "Chinese stop words", text: "的 了 是 在 和" },
];
