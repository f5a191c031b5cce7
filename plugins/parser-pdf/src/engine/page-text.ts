import type { Ruling } from "./rulings.ts";

/** A part of a line, divided from its neighbours by wide gaps. */
export interface PageCell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Whether only a line that is drawn on the page divides it from the cell before. */
  readonly isRuledOff?: boolean;
  /** How much higher than its line it stands, in points, where the engine takes names side by side for a line. */
  readonly lift?: number;
}

/**
 * A line as it stands on the page. Lengths in points, along and across the writing direction, from the corner of the
 * page that is at the bottom left when the line is held upright.
 */
export interface PageLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Grows upwards: the first line of a page has the largest. */
  readonly baseline: number;
  /** The baseline of its first line, where it was put together of several. */
  readonly top?: number;
  /** Where it is measured from the right edge: the length of the page along it. */
  readonly mirroredIn?: number;
  /** Font size at the line's beginning. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Whether all of it is set in typewriter letters. */
  readonly isMono?: boolean;
  /** Whether it is there to be searched and copied only: recognised text under a scan. */
  readonly isInvisible: boolean;
  /** 0, 90, 180 or 270 degrees. */
  readonly angle: number;
  /** At least one. */
  readonly cells: readonly PageCell[];
  /** Whether a row of dots, which its text leaves out, leads on in it. */
  readonly hasLeader?: boolean;
  /** Where its font doesn't say which letters most of it draws. */
  readonly unnamed?: UnnamedLetters;
  /** Role of the line by the file's structure. */
  readonly role?: LineRole;
  /** Number of the paragraph or list item that it is part of, by the file's structure. */
  readonly paragraph?: number;
}

/** Letters that their font doesn't name: characters without a meaning, or numbers of letters that may be a cipher. */
export interface UnnamedLetters {
  readonly isMeaningless: boolean;
  /** Tells the fonts of a page apart. */
  readonly font: number;
}

/** A level 1 to 6 for a heading; `artifact` for what belongs to the page, not to the text. */
export type LineRole = number | "artifact" | "body";

/** The part of the page that is shown, as the file has it, and by how much it is turned to be shown: 0, 90, 180 or 270 degrees clockwise. */
export interface PageSheet {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

export interface PageText {
  readonly lines: readonly PageLine[];
  /** The angle of most of its text: that of a page shown sideways is not 0. */
  readonly angle: number;
  /** Size of the page when that text is held upright. */
  readonly width: number;
  readonly height: number;
  /** Lines that are drawn on it, as they stand beside that text: those of tables, if there are any. */
  readonly rulings: readonly Ruling[];
  /** The upper and lower edges of filled boxes, which may be those of rows. */
  readonly shades: readonly Ruling[];
  readonly sheet: PageSheet;
  /** Text that its readers don't see, which is not among the lines. */
  readonly unseen?: readonly string[];
  /** The same for text that is not painted, and stands on nothing that is. */
  readonly unpainted?: readonly string[];
}
