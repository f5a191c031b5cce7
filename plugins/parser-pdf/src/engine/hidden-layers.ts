import type { Engine } from "./engine.ts";
import { mayHideLayers } from "./layer-search.ts";
import { boxOf, isEmpty, type ObjectBox, type ObjectVisitor, visitObjects } from "./page-objects.ts";
import { PageView } from "./page-view.ts";
import type { PaintSurvey } from "./paint-survey.ts";
import type { Scratch } from "./scratch.ts";

const LAYER_MARK = "OC";
const MAX_NAME_BYTES = 64;
const DRAW_TIMEOUT_MS = 3_000;
/**
 * Maximum number of overlapping sections that are drawn one by one, and of texts that are compared pairwise: some 0.4 s
 * a page.
 */
const MAX_SECTIONS = 200;
const MAX_COMPARED = 2_000;

/** Text that a layer can hide, and its section of the page. All text of a section has the same visibility. */
interface LayeredText {
  readonly textIndex: number;
  readonly section: string;
}

/** Finds the text in layers of a document that are switched off, by drawing the text and checking for ink. */
export class HiddenLayers {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  readonly #document: number;
  readonly #path: string;
  #mayHide: boolean | undefined;

  constructor(engine: Engine, scratch: Scratch, document: number, path: string) {
    this.#engine = engine;
    this.#scratch = scratch;
    this.#document = document;
    this.#path = path;
  }

  /** Returns the indexes of the hidden texts among all texts of a page. */
  hiddenOn(index: number, { texts, forms }: Pick<PaintSurvey, "texts" | "forms">): readonly number[] {
    if (texts.length === 0 || !(this.#mayHide ??= mayHideLayers(this.#path))) return [];
    const known = new Map<number, boolean>();
    const layered = texts.flatMap((object, index) => {
      const form = forms[index];
      const marks = this.#marksOf(object, known);
      return marks === "" && form === 0 ? [] : [{ textIndex: index, section: `${form}:${marks}` }];
    });
    if (layered.length === 0) return [];
    // A separate page handle: the changes to its objects affect this check only.
    const page = this.#engine.FPDF_LoadPage(this.#document, index);
    if (page === 0) return [];
    try {
      return this.#findHidden(page, texts.length, layered);
    } finally {
      this.#engine.FPDF_ClosePage(page);
    }
  }

  #findHidden(page: number, count: number, layered: readonly LayeredText[]): readonly number[] {
    const { objects, boxes } = this.#prepared(page);
    if (objects.length !== count) return [];
    const show = (some: readonly LayeredText[], isActive: boolean): void => {
      for (const { textIndex } of some) this.#engine.FPDFPageObj_SetIsActive(objects[textIndex]!, isActive);
    };
    const isShownIn = (view: PageView, { textIndex }: LayeredText): boolean => {
      const box = boxes[textIndex];
      return box === undefined || isEmpty(box) || view.hasInk(box);
    };
    const draw = (some: readonly LayeredText[]): PageView | undefined => {
      const own = some.flatMap(({ textIndex }) => boxes[textIndex] ?? []);
      const parts = { engine: this.#engine, page, scratch: this.#scratch, hasNotes: false };
      return own.length === 0 ? undefined : PageView.draw(parts, own, DRAW_TIMEOUT_MS);
    };
    show(layered, true);
    const all = draw(layered);
    if (all === undefined) return [];
    const inked = layered.filter((text) => isShownIn(all, text));
    const hidden = new Set(layered.filter((text) => !inked.includes(text)));
    show(layered, false);
    // If texts overlap, the ink can come from the other one.
    for (const section of overlapping(inked, boxes).slice(0, MAX_SECTIONS)) {
      show(section, true);
      const own = draw(section);
      if (own !== undefined) for (const text of section) if (!isShownIn(own, text)) hidden.add(text);
      show(section, false);
    }
    return [...hidden].map(({ textIndex }) => textIndex);
  }

  /** Deactivates all objects of the page, and makes its text black. */
  #prepared(page: number): { objects: readonly number[]; boxes: readonly (ObjectBox | undefined)[] } {
    const engine = this.#engine;
    const objects: number[] = [];
    const boxes: (ObjectBox | undefined)[] = [];
    const remove = (object: number): void => void engine.FPDFPageObj_SetIsActive(object, false);
    const visitor: ObjectVisitor = {
      text: (object, matrix) => {
        objects.push(object);
        boxes.push(boxOf(engine, object, this.#scratch, matrix));
        engine.FPDFPageObj_SetFillColor(object, 0, 0, 0, 255);
        engine.FPDFTextObj_SetTextRenderMode(object, 0);
        remove(object);
      },
      path: remove,
      picture: remove,
    };
    visitObjects(engine, page, this.#scratch, [visitor]);
    return { objects, boxes };
  }

  /**
   * Returns the layer marks of an object; objects of one section have equal marks. `known` caches whether a mark is a
   * layer mark.
   */
  #marksOf(object: number, known: Map<number, boolean>): string {
    const calls = this.#engine.pdfium.wasmExports;
    const count = calls.FPDFPageObj_CountMarks(object);
    let marks = "";
    for (let index = 0; index < count; index++) {
      const mark = calls.FPDFPageObj_GetMark(object, index);
      let isLayer = known.get(mark);
      if (isLayer === undefined) known.set(mark, (isLayer = this.#isLayer(mark)));
      if (isLayer) marks += ` ${mark}`;
    }
    return marks;
  }

  #isLayer(mark: number): boolean {
    const { pointer } = this.#scratch;
    const buffer = this.#scratch.reserve(MAX_NAME_BYTES);
    if (!this.#engine.FPDFPageObjMark_GetName(mark, buffer, MAX_NAME_BYTES, pointer)) return false;
    const bytes = this.#scratch.word(0);
    return bytes <= MAX_NAME_BYTES && this.#scratch.utf16(buffer, bytes / 2 - 1) === LAYER_MARK;
  }
}

/** Returns the sections with text that overlaps text of other sections. */
function overlapping(texts: readonly LayeredText[], boxes: readonly (ObjectBox | undefined)[]): LayeredText[][] {
  if (texts.length > MAX_COMPARED) return [];
  const found = new Set<string>();
  for (const one of texts) {
    for (const other of texts) {
      if (other.section === one.section || (found.has(one.section) && found.has(other.section))) continue;
      if (!overlap(boxes[one.textIndex], boxes[other.textIndex])) continue;
      found.add(one.section).add(other.section);
    }
  }
  return [...found].map((section) => texts.filter((text) => text.section === section));
}

const overlap = (one: ObjectBox | undefined, other: ObjectBox | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  Math.min(one.from.x, one.to.x) < Math.max(other.from.x, other.to.x) &&
  Math.min(other.from.x, other.to.x) < Math.max(one.from.x, one.to.x) &&
  Math.min(one.from.y, one.to.y) < Math.max(other.from.y, other.to.y) &&
  Math.min(other.from.y, other.to.y) < Math.max(one.from.y, one.to.y);
