import { theme } from "../theme.ts";

/** ISO B5, the size of many technical books; lengths are points of 1/72 inch. */
export const page = { width: 498.9, height: 708.7, top: 70, bottom: 60, left: 58, right: 58 } as const;

export const textWidth = page.width - page.left - page.right;
export const textBottom = page.height - page.bottom;

/** The standard fonts need no file; their text must stay within the WinAnsi characters. */
export const fonts = {
  body: "Times-Roman",
  bodyBold: "Times-Bold",
  sans: "Helvetica",
  sansBold: "Helvetica-Bold",
  code: "Courier",
} as const;

export const sizes = { body: 11, table: 8.8, code: 8.2, inlineCode: 9.4, tableCode: 8 } as const;

/** Distance between baselines. */
export const leading = { body: 14.4, table: 11.6, code: 11.4 } as const;

export const color = (name: keyof typeof theme): string => `#${theme[name]}`;

/** What WinAnsi has beyond Latin-1, of which our sources may use these. */
const WIN_ANSI_EXTRAS = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";

/** Fails on a character that the standard fonts would silently replace. */
export const assertWinAnsi = (text: string): void => {
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const isLatin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
    if (!isLatin && !WIN_ANSI_EXTRAS.includes(character)) {
      throw new Error(`the PDF's fonts have no "${character}" (U+${code.toString(16)}) in: ${text.slice(0, 80)}`);
    }
  }
};
