import type { Engine, RawCalls } from "./engine.ts";
import { boxOf, isEmpty, type Matrix, type ObjectBox, type ObjectVisitor } from "./page-objects.ts";
import type { Scratch } from "./scratch.ts";

/** Text render modes that paint no letters: recognised text under a scan, and letters that only cut out what follows. */
const INVISIBLE = 3;
const CLIP = 7;
/** Modes that paint the outline of letters, whose colour is another. */
const STROKED = new Set([1, 2, 5, 6]);
/** Colours that differ by less in each channel can't be told apart by a reader. */
const SAME_COLOUR = 20;
const OPAQUE = 255;
/** Thinner areas are lines. */
const MIN_AREA = 2.5;
/** A page of more areas is a drawing; its text is compared with the first ones. */
const MAX_AREAS = 2_000;
/** A page is divided into bands, so that a text is compared with few areas. In points. */
const BAND_HEIGHT = 24;
const BANDS = 64;
/** Text and areas that are compared on one page: some 20 ms. */
const MAX_COMPARISONS = 2_000_000;
/** Text is covered by what lies over this share of its height and this much of its length, in points or as a share. */
const COVERED_HEIGHT = 0.5;
const COVERED_LENGTH = 4;
const COVERED_LENGTH_SHARE = 0.5;

/** A text object that a reader of the page may not see. */
export interface Suspect {
  readonly object: number;
  readonly box: ObjectBox;
  /** `invisible` text is not painted at all: whether it is recognised text shows in what is painted there. */
  readonly reason: "invisible" | "covered" | "unseen";
  /** Whether a picture covers it: a scan with its recognised text below. */
  readonly isUnderPicture: boolean;
}

const UNSEEN = { reason: "unseen" } as const;

/** Text objects that follow each other, with nothing between them, in the same form and colour. */
interface TextRun {
  /** The place of its first text. */
  readonly first: number;
  readonly matrix: Matrix;
  readonly order: number;
  readonly mode: number;
  /** Red, green and blue in 24 bits. */
  readonly colour: number;
  readonly alpha: number;
}

/** The edges of a box, left and bottom before right and top. */
interface Edges {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

interface Area extends Edges {
  readonly order: number;
  /** As it looks on white paper; undefined for pictures. */
  readonly colour: number | undefined;
  readonly isOpaque: boolean;
}

/** Collects what a page paints, to find the text that may not be seen without drawing the page. */
export class PaintSurvey implements ObjectVisitor {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  readonly #calls: RawCalls;
  readonly #texts: number[] = [];
  readonly #runs: TextRun[] = [];
  readonly #areas: Area[] = [];
  /** The areas by the bands of the page that they touch. */
  readonly #bands: Area[][] = Array.from({ length: BANDS }, () => []);
  /** Whether an area has nearly the colour, by colour. */
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

  /** All text objects in the order in which they are painted. */
  get texts(): readonly number[] {
    return this.#texts;
  }

  /** The forms that they lie in, by their places; 0 is the page itself. */
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

  /** Notes lie over everything; those in the shape of an area may hide what is below. */
  notes(areas: readonly ObjectBox[]): void {
    for (const box of areas) this.#add(box, 0, true);
  }

  /** The texts that may not be seen, but for those at the given places. */
  suspects(without: ReadonlySet<number>): Suspect[] {
    const lastArea = this.#areas.at(-1)?.order ?? 0;
    return this.#runs.flatMap((run, index) => {
      const isInvisible = run.mode === INVISIBLE || run.mode === CLIP;
      if (!isInvisible && run.order > lastArea && !this.#mayBeUnseen(run)) return [];
      const found: Suspect[] = [];
      const end = this.#runs[index + 1]?.first ?? this.#texts.length;
      for (let place = run.first; place < end; place++) {
        if (without.has(place)) continue;
        const object = this.#texts[place]!;
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

  /** Cheaper to ask than where the text lies: whether its colour is that of the paper, or of any area. */
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

  /** Invisible text on a picture, or on a page that has no other, is recognised text. */
  #invisible(text: Edges): Pick<Suspect, "reason"> | undefined {
    if (!this.#hasPainted) return undefined;
    const isScan = this.#find(text, 0, (area) => area.colour === undefined && holds(area, text)) !== undefined;
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
    const ground = this.#find(edges, 0, (area) => area.order < text.order && holds(area, edges));
    const colour = ground === undefined ? 0xffffff : ground.colour;
    const isUnseen = text.alpha < SAME_COLOUR || (colour !== undefined && areAlike(colour, text.colour));
    return isUnseen ? UNSEEN : undefined;
  }

  /** The topmost area of that kind that the text touches and that is painted after an order. */
  #find(text: Edges, after: number, isFound: (area: Area) => boolean): Area | undefined {
    // An object that hides a low text covers its middle.
    const areas =
      text.top - text.bottom > BAND_HEIGHT ? this.#areas : this.#bands[bandAt((text.top + text.bottom) / 2)]!;
    for (let place = areas.length - 1; place >= 0; place--) {
      const area = areas[place]!;
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

/** Whether the middle of the text is in the area. */
function holds(area: Edges, text: Edges): boolean {
  const [x, y] = [(text.left + text.right) / 2, (text.bottom + text.top) / 2];
  return area.left <= x && x <= area.right && area.bottom <= y && y <= area.top;
}

function covers(area: Edges, text: Edges): boolean {
  const across = Math.min(area.top, text.top) - Math.max(area.bottom, text.bottom);
  const along = Math.min(area.right, text.right) - Math.max(area.left, text.left);
  const [height, width] = [text.top - text.bottom, text.right - text.left];
  return height < width ? isMuch(across, height, along, width) : isMuch(along, width, across, height);
}

const isMuch = (across: number, height: number, along: number, length: number): boolean =>
  across > height * COVERED_HEIGHT && along > Math.min(COVERED_LENGTH, length * COVERED_LENGTH_SHARE);
