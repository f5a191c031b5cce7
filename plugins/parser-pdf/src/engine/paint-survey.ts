import type { Engine, RawCalls } from "./engine.ts";
import { boxOf, isEmpty, type Matrix, type ObjectBox, type ObjectVisitor } from "./page-objects.ts";
import type { Scratch } from "./scratch.ts";

/** Text render modes that paint no letters: recognised text under a scan, and letters that only clip later content. */
const INVISIBLE = 3;
const CLIP = 7;
/** Modes that stroke the outlines of letters. The stroke has its own colour. */
const STROKED = new Set([1, 2, 5, 6]);
/** A reader can't distinguish colours with a smaller difference in each channel. */
const SAME_COLOUR = 20;
const OPAQUE = 255;
/** Thinner areas are rulings. */
const MIN_AREA = 2.5;
/** A page with more areas is a drawing. Its text is compared with the first ones. */
const MAX_AREAS = 2_000;
/** Height in points of the bands that a page is divided into, so that a text is compared with few areas. */
const BAND_HEIGHT = 24;
const BANDS = 64;
/** Maximum number of comparisons of text and areas per page: some 20 ms. */
const MAX_COMPARISONS = 2_000_000;
/**
 * An area covers text if it overlaps more than this share of the text's height, and more than this much of its length,
 * in points or as a share.
 */
const COVERED_HEIGHT = 0.5;
const COVERED_LENGTH = 4;
const COVERED_LENGTH_SHARE = 0.5;

/** A text object that may be invisible to readers. */
export interface Suspect {
  readonly object: number;
  readonly box: ObjectBox;
  /**
   * Reason for the suspicion. `invisible` text is not painted at all: the other paint at its position shows whether it
   * is recognised text.
   */
  readonly reason: "invisible" | "covered" | "unseen";
  /** Whether a picture covers it: a scan with its recognised text below. */
  readonly isUnderPicture: boolean;
}

const UNSEEN = { reason: "unseen" } as const;

/** Run of consecutive text objects with no other object between them, in the same form, colour and render mode. */
interface TextRun {
  /** Index of its first text. */
  readonly first: number;
  readonly matrix: Matrix;
  readonly order: number;
  readonly mode: number;
  /** Red, green and blue in 24 bits. */
  readonly colour: number;
  readonly alpha: number;
}

/** Edges of a box: left and bottom are the smaller values. */
interface Edges {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

interface Area extends Edges {
  readonly order: number;
  /** Its colour on white paper. Undefined for pictures. */
  readonly colour: number | undefined;
  readonly isOpaque: boolean;
}

/** Collects the objects that a page paints, to find possibly invisible text without drawing the page. */
export class PaintSurvey implements ObjectVisitor {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  readonly #calls: RawCalls;
  readonly #texts: number[] = [];
  readonly #runs: TextRun[] = [];
  readonly #areas: Area[] = [];
  /** Index of the areas by the bands that they touch. */
  readonly #bands: Area[][] = Array.from({ length: BANDS }, () => []);
  /** Whether an area has a similar colour, by colour. */
  readonly #similar = new Map<number, boolean>();
  readonly #forms: number[] = [];
  #hasPainted = false;
  #comparisons = 0;
  #order = 0;

  constructor(engine: Engine, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
    this.#calls = engine.pdfium.wasmExports;
  }

  /** All text objects in painting order. */
  get texts(): readonly number[] {
    return this.#texts;
  }

  /** Forms that contain the texts, by index. 0 is the page itself. */
  get forms(): readonly number[] {
    return this.#forms;
  }

  text(object: number, matrix: Matrix, form: number): void {
    const mode = this.#calls.FPDFTextObj_GetTextRenderMode(object);
    const { colour, alpha } = this.#paint(object);
    const first = this.#texts.push(object) - 1;
    this.#forms.push(form);
    const run = this.#runs.at(-1);
    const isSame =
      run !== undefined &&
      run.order === this.#order &&
      run.colour === colour &&
      run.alpha === alpha &&
      run.mode === mode &&
      run.matrix === matrix;
    if (isSame) return;
    this.#hasPainted ||= mode !== INVISIBLE;
    this.#runs.push({ first, matrix, order: ++this.#order, mode, colour, alpha });
  }

  path(object: number, box: ObjectBox): void {
    if (Math.abs(box.from.x - box.to.x) <= MIN_AREA || Math.abs(box.from.y - box.to.y) <= MIN_AREA) return;
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFPath_GetDrawMode(object, pointer, pointer + 4)) return;
    if (this.#scratch.word(0) === 0) return;
    const { colour, alpha } = this.#paint(object);
    this.#add(box, onPaper(colour, alpha), alpha === OPAQUE);
  }

  picture(_object: number, box: ObjectBox): void {
    this.#add(box, undefined, true);
  }

  /** Adds annotations, which are on top of everything: those with an area can cover text. */
  notes(areas: readonly ObjectBox[]): void {
    for (const box of areas) this.#add(box, 0, true);
  }

  /** Returns the texts that may be invisible, except those at the given indexes. */
  suspects(excluded: ReadonlySet<number>): Suspect[] {
    const lastArea = this.#areas.at(-1)?.order ?? 0;
    return this.#runs.flatMap((run, index) => {
      const isInvisible = run.mode === INVISIBLE || run.mode === CLIP;
      if (!isInvisible && run.order > lastArea && !this.#mayBeUnseen(run)) return [];
      const found: Suspect[] = [];
      const end = this.#runs[index + 1]?.first ?? this.#texts.length;
      for (let textIndex = run.first; textIndex < end; textIndex++) {
        if (excluded.has(textIndex)) continue;
        const object = this.#texts[textIndex]!;
        const box = boxOf(this.#engine, object, this.#scratch, run.matrix);
        if (box === undefined || isEmpty(box)) continue;
        const edges = edgesOf(box);
        const doubt = isInvisible ? this.#invisible(edges) : (this.#covered(run, edges) ?? this.#unseen(run, edges));
        if (doubt !== undefined) found.push({ object, box, isUnderPicture: false, ...doubt });
      }
      return found;
    });
  }

  #add(box: ObjectBox, colour: number | undefined, isOpaque: boolean): void {
    if (this.#areas.length >= MAX_AREAS) return;
    const area = { ...edgesOf(box), order: ++this.#order, colour, isOpaque };
    this.#areas.push(area);
    for (let band = bandAt(area.bottom); band <= bandAt(area.top); band++) this.#bands[band]!.push(area);
  }

  #paint(object: number): { colour: number; alpha: number } {
    const { pointer } = this.#scratch;
    if (!this.#calls.FPDFPageObj_GetFillColor(object, pointer, pointer + 4, pointer + 8, pointer + 12)) {
      return { colour: 0, alpha: OPAQUE };
    }
    const colour = (this.#scratch.word(0) << 16) | (this.#scratch.word(1) << 8) | this.#scratch.word(2);
    return { colour, alpha: this.#scratch.word(3) };
  }

  /** Whether the text's colour is close to that of the paper or of any area. Cheaper than comparing positions. */
  #mayBeUnseen({ colour, alpha, mode }: TextRun): boolean {
    if (STROKED.has(mode)) return false;
    if (alpha < SAME_COLOUR || areAlike(colour, 0xffffff)) return true;
    let isSimilar = this.#similar.get(colour);
    if (isSimilar === undefined) {
      isSimilar = this.#areas.some((area) => area.colour !== undefined && areAlike(area.colour, colour));
      this.#similar.set(colour, isSimilar);
    }
    return isSimilar;
  }

  /** Invisible text on a picture, or on a page without visible text, is recognised text. */
  #invisible(text: Edges): Pick<Suspect, "reason"> | undefined {
    if (!this.#hasPainted) return undefined;
    const isScan = this.#find(text, 0, (area) => area.colour === undefined && containsCentre(area, text)) !== undefined;
    return isScan ? undefined : { reason: "invisible" };
  }

  #covered({ order }: TextRun, text: Edges): Pick<Suspect, "reason" | "isUnderPicture"> | undefined {
    const isCover = (area: Area): boolean => area.isOpaque && covers(area, text);
    if (this.#find(text, order, isCover) === undefined) return undefined;
    const picture = this.#find(text, order, (area) => area.colour === undefined && isCover(area));
    return { reason: "covered", isUnderPicture: picture !== undefined };
  }

  #unseen(text: TextRun, edges: Edges): Pick<Suspect, "reason"> | undefined {
    if (!this.#mayBeUnseen(text)) return undefined;
    const ground = this.#find(edges, 0, (area) => area.order < text.order && containsCentre(area, edges));
    const colour = ground === undefined ? 0xffffff : ground.colour;
    const isUnseen = text.alpha < SAME_COLOUR || (colour !== undefined && areAlike(colour, text.colour));
    return isUnseen ? UNSEEN : undefined;
  }

  /** Returns the topmost area that matches `isFound`, touches the text, and is not painted before `after`. */
  #find(text: Edges, after: number, isFound: (area: Area) => boolean): Area | undefined {
    // An object that hides text of small height covers its middle.
    const areas =
      text.top - text.bottom > BAND_HEIGHT ? this.#areas : this.#bands[bandAt((text.top + text.bottom) / 2)]!;
    for (let index = areas.length - 1; index >= 0; index--) {
      const area = areas[index]!;
      if (area.order < after || ++this.#comparisons > MAX_COMPARISONS) return undefined;
      const isApart =
        area.bottom > text.top || area.top < text.bottom || area.left > text.right || area.right < text.left;
      if (!isApart && isFound(area)) return area;
    }
    return undefined;
  }
}

const bandAt = (height: number): number => Math.max(0, Math.min(BANDS - 1, Math.floor(height / BAND_HEIGHT))) || 0;

const edgesOf = ({ from, to }: ObjectBox): Edges => ({
  left: Math.min(from.x, to.x),
  bottom: Math.min(from.y, to.y),
  right: Math.max(from.x, to.x),
  top: Math.max(from.y, to.y),
});

const onPaper = (colour: number, alpha: number): number =>
  alpha === OPAQUE
    ? colour
    : [16, 8, 0].reduce((mixed, shift) => {
        const channel = (colour >> shift) & 255;
        return mixed | (Math.round((channel * alpha + 255 * (OPAQUE - alpha)) / OPAQUE) << shift);
      }, 0);

const areAlike = (one: number, other: number): boolean =>
  Math.abs((one >> 16) - (other >> 16)) < SAME_COLOUR &&
  Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) < SAME_COLOUR &&
  Math.abs((one & 255) - (other & 255)) < SAME_COLOUR;

/** Whether the centre of the text is in the area. */
function containsCentre(area: Edges, text: Edges): boolean {
  const [x, y] = [(text.left + text.right) / 2, (text.bottom + text.top) / 2];
  return area.left <= x && x <= area.right && area.bottom <= y && y <= area.top;
}

function covers(area: Edges, text: Edges): boolean {
  const across = Math.min(area.top, text.top) - Math.max(area.bottom, text.bottom);
  const along = Math.min(area.right, text.right) - Math.max(area.left, text.left);
  const [height, width] = [text.top - text.bottom, text.right - text.left];
  return height < width ? coversMost(across, height, along, width) : coversMost(along, width, across, height);
}

const coversMost = (across: number, height: number, along: number, length: number): boolean =>
  across > height * COVERED_HEIGHT && along > Math.min(COVERED_LENGTH, length * COVERED_LENGTH_SHARE);
