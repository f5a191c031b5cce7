/** The font "Symbol", from 0x20 and from 0xA1; a blank stands for what has no character of its own. */
const SYMBOL_LOW = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
const SYMBOL_HIGH = "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…  ↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑           〉∫";

/** Of the pictures in "Wingdings" those that stand for something in running text. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x28: "☎",
  0x2a: "✉",
  0x4a: "☺",
  0x6f: "☐",
  0x6e: "■",
  0x6c: "●",
  0x71: "☐",
  0x72: "☐",
  0x78: "☒",
  0xa8: "☐",
  0xdf: "←",
  0xe0: "→",
  0xe8: "→",
  0xf0: "⇒",
  0xf3: "↔",
  0xfb: "✗",
  0xfc: "✓",
  0xfd: "☒",
  0xfe: "☑",
};

/** The character for a symbol of a pictorial font (`<w:sym w:font w:char>`, hexadecimal); empty where there is none. */
export function symbolText(font: string, char: string): string {
  const code = Number.parseInt(char, 16);
  if (!(code >= 0x20 && code <= 0xffff)) return "";
  // Pictorial fonts lie in the private area: F0xx is their character xx.
  const isPrivate = code >= 0xf000 && code <= 0xf0ff;
  const local = isPrivate ? code - 0xf000 : code;
  if (/^symbol$/i.test(font)) return symbolFont(local);
  if (/^wingdings$/i.test(font)) return WINGDINGS[local] ?? "";
  return isPrivate || (code >= 0xd800 && code <= 0xf8ff) ? "" : String.fromCharCode(code);
}

function symbolFont(code: number): string {
  const character = code >= 0xa1 ? SYMBOL_HIGH[code - 0xa1] : SYMBOL_LOW[code - 0x20];
  return character ?? "";
}
