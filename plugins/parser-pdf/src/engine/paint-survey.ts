import type { Engine } from "./engine.ts";
import { boxOf, type Matrix, type ObjectBox, type ObjectVisitor } from "./page-objects.ts";
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
/** Text and areas that are compared on one page: some 20 ms. */
const MAX_COMPARISONS = 2_000_000;
const MAX_CLIP_SEGMENTS = 100;
const MAX_NOTES = 500;
/** Squares, polygons, and what is marked to be redacted. */
const AREA_NOTES = new Set([5, 7, 28]);
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

/** A text object of a page. */
export interface TextObject {
  readonly object: number;
  /** The form that it lies in; 0 for the page itself. */
  readonly form: number;
}

const UNSEEN = { reason: "unseen" } as const;

interface Text extends TextObject {
  readonly matrix: Matrix;
  readonly order: number;
  readonly mode: number;
  /** Red, green and blue in 24 bits. */
  readonly colour: number;
  readonly alpha: number;
  /** The part of the page, or of its form, that it is painted in. */
  readonly clip: ObjectBox | undefined;
}

interface Area {
  readonly order: number;
  readonly box: ObjectBox;
  /** As it looks on white paper; undefined for pictures. */
  readonly colour: number | undefined;
  readonly isOpaque: boolean;
}

/** Collects what a page paints, to find the text that may not be seen without drawing the page. */
export class PaintSurvey implements ObjectVisitor {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  readonly #texts: Text[] = [];
  readonly #areas: Area[] = [];
  /** Whether an area has nearly the colour, by colour. */
  readonly #similar = new Map<number, boolean>();
  #lastClip: { readonly segment: number; readonly box: ObjectBox | undefined } = { segment: 0, box: undefined };
  #hasPainted = false;
  #comparisons = 0;
  #order = 0;

  constructor(engine: Engine, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  /** All text objects in the order in which they are painted. */
  get texts(): readonly TextObject[] {
    return this.#texts;
  }

  text(object: number, matrix: Matrix, form: number): void {
    const mode = this.#engine.pdfium.wasmExports.FPDFTextObj_GetTextRenderMode(object);
    const { colour, alpha } = this.#paint(object);
    this.#hasPainted ||= mode !== INVISIBLE;
    this.#texts.push({ object, form, matrix, order: ++this.#order, mode, colour, alpha, clip: this.#clipOf(object) });
  }

  path(object: number, box: ObjectBox): void {
    if (Math.abs(box.from.x - box.to.x) <= MIN_AREA || Math.abs(box.from.y - box.to.y) <= MIN_AREA) return;
    const { pointer } = this.#scratch;
    if (!this.#engine.pdfium.wasmExports.FPDFPath_GetDrawMode(object, pointer, pointer + 4)) return;
    if (this.#scratch.word(0) === 0) return;
    const { colour, alpha } = this.#paint(object);
    this.#add({ box, colour: onPaper(colour, alpha), isOpaque: alpha === OPAQUE });
  }

  picture(_object: number, box: ObjectBox): void {
    this.#add({ box, colour: undefined, isOpaque: true });
  }

  /** Notes lie over everything; those in the shape of an area may hide what is below. */
  notes(page: number): void {
    const engine = this.#engine;
    const count = Math.min(engine.FPDFPage_GetAnnotCount(page), MAX_NOTES);
    for (let index = 0; index < count; index++) {
      const note = engine.FPDFPage_GetAnnot(page, index);
      if (note === 0) continue;
      const { pointer } = this.#scratch;
      if (AREA_NOTES.has(engine.FPDFAnnot_GetSubtype(note)) && engine.FPDFAnnot_GetRect(note, pointer)) {
        const [left, top, right, bottom] = [0, 1, 2, 3].map((edge) => this.#scratch.float(edge));
        this.#add({ box: { from: { x: left!, y: bottom! }, to: { x: right!, y: top! } }, colour: 0, isOpaque: true });
      }
      engine.FPDFPage_CloseAnnot(note);
    }
  }

  /** The texts that may not be seen, but for those at the given places. */
  suspects(without: ReadonlySet<number>): Suspect[] {
    const lastArea = this.#areas.at(-1)?.order ?? 0;
    return this.#texts.flatMap((text, place) => {
      if (without.has(place)) return [];
      const isInvisible = text.mode === INVISIBLE || text.mode === CLIP;
      const isClipped = text.clip !== undefined && this.#isClipped(text.object, text.clip);
      if (!isInvisible && !isClipped && text.order > lastArea && !this.#mayBeUnseen(text)) return [];
      const box = boxOf(this.#engine, text.object, this.#scratch, text.matrix);
      if (box === undefined) return [];
      const found = isInvisible ? this.#invisible(box) : isClipped ? UNSEEN : this.#painted(text, box);
      return found === undefined ? [] : [{ object: text.object, box, isUnderPicture: false, ...found }];
    });
  }

  #painted(text: Text, box: ObjectBox): Pick<Suspect, "reason"> | undefined {
    return this.#covered(text, box) ?? this.#unseen(text, box);
  }

  #add(area: Omit<Area, "order">): void {
    if (this.#areas.length < MAX_AREAS) this.#areas.push({ ...area, order: ++this.#order });
  }

  #paint(object: number): { colour: number; alpha: number } {
    const { pointer } = this.#scratch;
    const { FPDFPageObj_GetFillColor } = this.#engine.pdfium.wasmExports;
    if (!FPDFPageObj_GetFillColor(object, pointer, pointer + 4, pointer + 8, pointer + 12)) {
      return { colour: 0, alpha: OPAQUE };
    }
    const colour = (this.#scratch.word(0) << 16) | (this.#scratch.word(1) << 8) | this.#scratch.word(2);
    return { colour, alpha: this.#scratch.word(3) };
  }

  /** The innermost clip of an object; objects that follow each other have the same. */
  #clipOf(object: number): ObjectBox | undefined {
    const calls = this.#engine.pdfium.wasmExports;
    const clip = calls.FPDFPageObj_GetClipPath(object);
    const paths = clip === 0 ? 0 : calls.FPDFClipPath_CountPaths(clip);
    if (paths <= 0) return undefined;
    const first = calls.FPDFClipPath_GetPathSegment(clip, paths - 1, 0);
    if (first === this.#lastClip.segment) return this.#lastClip.box;
    const { pointer } = this.#scratch;
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
    const count = Math.min(calls.FPDFClipPath_CountPathSegments(clip, paths - 1), MAX_CLIP_SEGMENTS);
    for (let index = 0; index < count; index++) {
      const segment = calls.FPDFClipPath_GetPathSegment(clip, paths - 1, index);
      if (!calls.FPDFPathSegment_GetPoint(segment, pointer, pointer + 4)) continue;
      const [x, y] = [this.#scratch.float(0), this.#scratch.float(1)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.min(bottom, y);
      top = Math.max(top, y);
    }
    // Clips of more points are not followed to their end.
    const box = count === MAX_CLIP_SEGMENTS ? undefined : { from: { x: left, y: bottom }, to: { x: right, y: top } };
    this.#lastClip = { segment: first, box };
    return box;
  }

  #isClipped(object: number, clip: ObjectBox): boolean {
    const box = boxOf(this.#engine, object, this.#scratch);
    return box !== undefined && !holds(clip, box);
  }

  /** Cheaper to ask than where the text lies: whether its colour is that of the paper, or of any area. */
  #mayBeUnseen({ colour, alpha, mode }: Text): boolean {
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
  #invisible(box: ObjectBox): Pick<Suspect, "reason"> | undefined {
    if (!this.#hasPainted) return undefined;
    const isScan = this.#find((area) => area.colour === undefined && holds(area.box, box)) !== undefined;
    return isScan ? undefined : { reason: "invisible" };
  }

  #covered({ order }: Text, box: ObjectBox): Pick<Suspect, "reason" | "isUnderPicture"> | undefined {
    const isCover = (area: Area): boolean => area.isOpaque && covers(area.box, box);
    const cover = this.#find((area) => area.order > order && isCover(area), order);
    if (cover === undefined) return undefined;
    const isUnderPicture = this.#find(
      (area) => area.order > order && area.colour === undefined && isCover(area),
      order,
    );
    return { reason: "covered", isUnderPicture: isUnderPicture !== undefined };
  }

  #unseen(text: Text, box: ObjectBox): Pick<Suspect, "reason"> | undefined {
    if (!this.#mayBeUnseen(text)) return undefined;
    const ground = this.#find((area) => area.order < text.order && holds(area.box, box));
    const colour = ground === undefined ? 0xffffff : ground.colour;
    const isUnseen = text.alpha < SAME_COLOUR || (colour !== undefined && areAlike(colour, text.colour));
    return isUnseen ? UNSEEN : undefined;
  }

  /** The topmost area of that kind, down to an order. */
  #find(isFound: (area: Area) => boolean, down = 0): Area | undefined {
    for (let place = this.#areas.length - 1; place >= 0; place--) {
      const area = this.#areas[place]!;
      if (area.order < down || ++this.#comparisons > MAX_COMPARISONS) return undefined;
      if (isFound(area)) return area;
    }
    return undefined;
  }
}

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
function holds(area: ObjectBox, text: ObjectBox): boolean {
  const [x, y] = [(text.from.x + text.to.x) / 2, (text.from.y + text.to.y) / 2];
  return (area.from.x - x) * (area.to.x - x) <= 0 && (area.from.y - y) * (area.to.y - y) <= 0;
}

function covers(area: ObjectBox, text: ObjectBox): boolean {
  const across = shared(area.from.y, area.to.y, text.from.y, text.to.y);
  const along = shared(area.from.x, area.to.x, text.from.x, text.to.x);
  const [height, width] = [Math.abs(text.from.y - text.to.y), Math.abs(text.from.x - text.to.x)];
  const [shorter, longer, short, long] =
    height < width ? [across, along, height, width] : [along, across, width, height];
  return shorter > short * COVERED_HEIGHT && longer > Math.min(COVERED_LENGTH, long * COVERED_LENGTH_SHARE);
}

const shared = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.min(Math.max(from, to), Math.max(otherFrom, otherTo)) -
  Math.max(Math.min(from, to), Math.min(otherFrom, otherTo));
