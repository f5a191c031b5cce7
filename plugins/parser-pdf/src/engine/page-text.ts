import type { Ruling } from "./rulings.ts";

/** A part of a line, separated from its neighbours by wide gaps or rulings. */
export interface PageCell {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Whether only a ruling separates it from the previous cell. */
  readonly isRuledOff?: boolean;
  /** Vertical offset in points above its line. The engine takes column names next to each other for one line. */
  readonly lift?: number;
}

/**
 * A line of text on the page. Lengths are in points, along and across the writing direction, from the corner of the
 * page that is at the bottom left when the line is horizontal.
 */
export interface PageLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Grows upwards: the first line of a page has the largest value. */
  readonly baseline: number;
  /** Baseline of its first line, if it was joined from several. */
  readonly top?: number;
  /** Length of the page along the line, if positions are measured from the right edge. */
  readonly mirroredIn?: number;
  /** Font size at the start of the line. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Whether all of it is monospaced. */
  readonly isMono?: boolean;
  /** Whether it is only there for search and copying: recognised text under a scan. */
  readonly isInvisible: boolean;
  /** 0, 90, 180 or 270 degrees. */
  readonly angle: number;
  /** At least one. */
  readonly cells: readonly PageCell[];
  /** Whether it has a dot leader, which is not part of its text. */
  readonly hasLeader?: boolean;
  /** Set if the font doesn't identify most of its letters. */
  readonly unnamed?: UnnamedLetters;
  /** Role of the line in the file's structure. */
  readonly role?: LineRole;
  /** Number of its paragraph or list item in the file's structure. */
  readonly paragraph?: number;
}

/** Letters that their font doesn't identify: characters without a meaning, or glyph numbers that may be a cipher. */
export interface UnnamedLetters {
  readonly isMeaningless: boolean;
  /** Distinguishes the fonts of a page. */
  readonly font: number;
}

/** A heading level 1 to 6. `artifact` is content of the page, not of the text. */
export type LineRole = number | "artifact" | "body";

/**
 * Size of the visible part of the page in the file's coordinates, and the rotation for display: 0, 90, 180 or 270
 * degrees clockwise.
 */
export interface PageSheet {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

export interface PageText {
  readonly lines: readonly PageLine[];
  /** Angle of most of its text. It is not 0 for a page displayed sideways. */
  readonly angle: number;
  /** Size of the page when that text is horizontal. */
  readonly width: number;
  readonly height: number;
  /** Rulings in the coordinates of that text: those of tables, if there are any. */
  readonly rulings: readonly Ruling[];
  /** Upper and lower edges of filled boxes, which may shade table rows. */
  readonly shades: readonly Ruling[];
  readonly sheet: PageSheet;
  /** Text that readers don't see. It is not among the lines. */
  readonly unseen?: readonly string[];
  /** Text that is not painted and has nothing painted at its position. It is not among the lines. */
  readonly unpainted?: readonly string[];
}
