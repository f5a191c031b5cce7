import type { HiddenLayers } from "./hidden-layers.ts";
import type { ObjectBox } from "./page-objects.ts";
import { readPagePictures } from "./page-pictures.ts";
import { PageView, type PageViewParts } from "./page-view.ts";
import type { PaintSurvey, Suspect } from "./paint-survey.ts";
import type { PageBox } from "./page-box.ts";

/** Of a text that is seen more of its box changes when it isn't painted. */
const SEEN_SHARE = 0.03;
/** Less of its box changes where no letter of it is seen; the edges of what covers it may not lie on pixels. */
const UNSEEN_SHARE = 0.002;
export const LETTER = /[\p{L}\p{N}]/u;
const DRAW_TIMEOUT_MS = 3_000;
/** Time for drawing pages of one document to see what they hide; the text of later ones is taken as it is. */
const DOCUMENT_MS = 30_000;

/** Text of a page that its readers don't see. */
export interface Unseen {
  /** Text objects that are not seen at all, and were switched off. */
  readonly objects: readonly number[];
  /** Text objects that are not painted, as recognised text is that lies under a scan. */
  readonly unpainted: readonly number[];
  /** Whether letters are seen of text objects of which only some are; undefined for all other objects. */
  readonly seenOf?: (object: number) => ((letters: ObjectBox) => boolean) | undefined;
}

export const NOTHING: Unseen = { objects: [], unpainted: [] };

/** Finds the text of one document's pages that its readers don't see. */
export class HiddenText {
  readonly #layers: HiddenLayers;
  readonly #maxPicturePixels: number;
  #milliseconds = DOCUMENT_MS;
  #isUnfinished = false;

  constructor(layers: HiddenLayers, maxPicturePixels: number) {
    this.#layers = layers;
    this.#maxPicturePixels = maxPicturePixels;
  }

  /** Whether pages with text that may be hidden could not be drawn. */
  get isUnfinished(): boolean {
    return this.#isUnfinished;
  }

  /** Takes text that isn't seen from an open page. */
  takeFrom(parts: PageViewParts, index: number, box: PageBox, survey: PaintSurvey): Unseen {
    const { engine } = parts;
    const remove = (object: number): void => void engine.FPDFPageObj_SetIsActive(object, false);
    const off = new Set(this.#layers.hiddenOn(index, survey));
    for (const place of off) remove(survey.texts[place]!);
    const suspects = survey.suspects(off);
    if (suspects.length === 0) return NOTHING;
    const begun = performance.now();
    const views = this.#milliseconds > 0 ? this.#views(parts, box, suspects) : undefined;
    this.#milliseconds -= performance.now() - begun;
    if (views === undefined) {
      this.#isUnfinished = true;
      return NOTHING;
    }
    const [shown, without] = views;
    const parted = new Set<number>();
    const hidden: number[] = [];
    const unpainted: number[] = [];
    for (const suspect of suspects) {
      const state = stateOf(suspect, shown, without);
      if (state === "hidden") (suspect.reason === "invisible" ? unpainted : hidden).push(suspect.object);
      else if (state === "parted") parted.add(suspect.object);
    }
    const objects = lettersAmong(parts, hidden);
    for (const object of [...objects, ...unpainted]) remove(object);
    if (parted.size === 0) return { objects, unpainted };
    const isSeen = (letters: ObjectBox): boolean => shown.difference(without, letters) > SEEN_SHARE;
    return { objects, unpainted, seenOf: (object) => (parted.has(object) ? isSeen : undefined) };
  }

  #views(parts: PageViewParts, box: PageBox, suspects: readonly Suspect[]): [PageView, PageView] | undefined {
    const { engine, page, scratch } = parts;
    if (readPagePictures(engine, page, scratch, box).largestPixels > this.#maxPicturePixels) return undefined;
    const boxes = suspects.map((suspect) => suspect.box);
    const shown = PageView.draw(parts, boxes, DRAW_TIMEOUT_MS);
    if (shown === undefined) return undefined;
    const painted = suspects.filter(({ reason }) => reason !== "invisible");
    // Text that isn't painted is judged by what is.
    if (painted.length === 0) return [shown, shown];
    for (const { object } of painted) engine.FPDFPageObj_SetIsActive(object, false);
    const without = PageView.draw(parts, boxes, DRAW_TIMEOUT_MS);
    for (const { object } of painted) engine.FPDFPageObj_SetIsActive(object, true);
    return without && [shown, without];
  }
}

/** The text objects with letters or figures: boxes and ticks may only lack the font that they are drawn with. */
function lettersAmong({ engine, page, scratch }: PageViewParts, objects: readonly number[]): readonly number[] {
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
  without: PageView,
): "hidden" | "parted" | "seen" {
  if (reason === "invisible") return shown.hasInk(box) ? "seen" : "hidden";
  // Text below a scan is the scan's.
  if (isUnderPicture && shown.hasInk(box)) return "seen";
  return shown.difference(without, box) > UNSEEN_SHARE ? "parted" : "hidden";
}
