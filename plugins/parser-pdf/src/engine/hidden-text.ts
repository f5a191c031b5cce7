import type { HiddenLayers } from "./hidden-layers.ts";
import type { ObjectBox } from "./page-objects.ts";
import { readPagePictures } from "./page-pictures.ts";
import { PageView, type PageViewParts } from "./page-view.ts";
import type { PaintSurvey, Suspect } from "./paint-survey.ts";
import type { PageBox } from "./page-box.ts";

/** Minimum share of a box's pixels that change when its visible text is not painted. */
const SEEN_SHARE = 0.03;
/**
 * Maximum share of a box's pixels that change when none of its text is visible. It is not 0, because the edges of a
 * covering object may not align with pixels.
 */
const UNSEEN_SHARE = 0.002;
export const LETTER = /[\p{L}\p{N}]/u;
const DRAW_TIMEOUT_MS = 3_000;
/** Time budget per document for drawing pages to find hidden text. Text of pages beyond it is taken unchecked. */
const DOCUMENT_MS = 30_000;

/** Text of a page that readers don't see. */
export interface Unseen {
  /** Text objects that are entirely invisible. They were deactivated. */
  readonly objects: readonly number[];
  /** Text objects that are not painted, such as recognised text under a scan. */
  readonly unpainted: readonly number[];
  /**
   * Returns, for text objects that are partly visible, a function that checks whether letters are visible. Undefined
   * for all other objects.
   */
  readonly seenOf?: (object: number) => ((letters: ObjectBox) => boolean) | undefined;
}

export const NOTHING: Unseen = { objects: [], unpainted: [] };

/** Finds the text on one document's pages that readers don't see. */
export class HiddenText {
  readonly #layers: HiddenLayers;
  readonly #maxPicturePixels: number;
  #remainingMs = DOCUMENT_MS;
  #isUnfinished = false;

  constructor(layers: HiddenLayers, maxPicturePixels: number) {
    this.#layers = layers;
    this.#maxPicturePixels = maxPicturePixels;
  }

  /** Whether some pages with possibly hidden text could not be drawn. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  /** Deactivates the invisible text of an open page. */
  deactivateUnseen(parts: PageViewParts, index: number, box: PageBox, survey: PaintSurvey): Unseen {
    const { engine } = parts;
    const remove = (object: number): void => void engine.FPDFPageObj_SetIsActive(object, false);
    const hiddenByLayers = new Set(this.#layers.hiddenOn(index, survey));
    for (const textIndex of hiddenByLayers) remove(survey.texts[textIndex]!);
    const suspects = survey.suspects(hiddenByLayers);
    if (suspects.length === 0) return NOTHING;
    const startedAt = performance.now();
    const views = this.#remainingMs > 0 ? this.#views(parts, box, suspects) : undefined;
    this.#remainingMs -= performance.now() - startedAt;
    if (views === undefined) {
      this.#isUnfinished = true;
      return NOTHING;
    }
    const [shown, withoutSuspects] = views;
    const partlyVisible = new Set<number>();
    const hidden: number[] = [];
    const unpainted: number[] = [];
    for (const suspect of suspects) {
      const state = stateOf(suspect, shown, withoutSuspects);
      if (state === "hidden") (suspect.reason === "invisible" ? unpainted : hidden).push(suspect.object);
      else if (state === "partial") partlyVisible.add(suspect.object);
    }
    const objects = objectsWithLetters(parts, hidden);
    for (const object of [...objects, ...unpainted]) remove(object);
    if (partlyVisible.size === 0) return { objects, unpainted };
    const isSeen = (letters: ObjectBox): boolean => shown.difference(withoutSuspects, letters) > SEEN_SHARE;
    return { objects, unpainted, seenOf: (object) => (partlyVisible.has(object) ? isSeen : undefined) };
  }

  #views(parts: PageViewParts, box: PageBox, suspects: readonly Suspect[]): [PageView, PageView] | undefined {
    const { engine, page, scratch } = parts;
    if (readPagePictures(engine, page, scratch, box).largestPixels > this.#maxPicturePixels) return undefined;
    const boxes = suspects.map((suspect) => suspect.box);
    const shown = PageView.draw(parts, boxes, DRAW_TIMEOUT_MS);
    if (shown === undefined) return undefined;
    const painted = suspects.filter(({ reason }) => reason !== "invisible");
    // Unpainted text is judged by the other painted content.
    if (painted.length === 0) return [shown, shown];
    for (const { object } of painted) engine.FPDFPageObj_SetIsActive(object, false);
    const withoutSuspects = PageView.draw(parts, boxes, DRAW_TIMEOUT_MS);
    for (const { object } of painted) engine.FPDFPageObj_SetIsActive(object, true);
    return withoutSuspects && [shown, withoutSuspects];
  }
}

/** Returns the text objects with letters or digits. Boxes and ticks may only lack the font that they are drawn with. */
function objectsWithLetters({ engine, page, scratch }: PageViewParts, objects: readonly number[]): readonly number[] {
  if (objects.length === 0) return objects;
  const textPage = engine.FPDFText_LoadPage(page);
  if (textPage === 0) return objects;
  try {
    return objects.filter((object) =>
      LETTER.test(scratch.string((buffer, bytes) => engine.FPDFTextObj_GetText(object, textPage, buffer, bytes))),
    );
  } finally {
    engine.FPDFText_ClosePage(textPage);
  }
}

function stateOf(
  { box, reason, isUnderPicture }: Suspect,
  shown: PageView,
  withoutSuspects: PageView,
): "hidden" | "partial" | "seen" {
  if (reason === "invisible") return shown.hasInk(box) ? "seen" : "hidden";
  // Text below a scan belongs to the scan.
  if (isUnderPicture && shown.hasInk(box)) return "seen";
  return shown.difference(withoutSuspects, box) > UNSEEN_SHARE ? "partial" : "hidden";
}
