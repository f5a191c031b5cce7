import type { Engine } from "./engine.ts";
import { FormFields, tidied } from "./form-fields.ts";
import type { ObjectBox } from "./page-objects.ts";
import type { Scratch } from "./scratch.ts";

const WIDGET_ANNOTATION = 20;
/**
 * Annotation types written by people: notes, free text, comments on lines, shapes and marked text, stamps, carets,
 * drawings.
 */
const NOTE_ANNOTATIONS = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
/** Squares, polygons and redaction marks: they can cover the text of the page. */
const AREA_ANNOTATIONS = new Set([5, 7, 28]);
/** A page with more annotations is made to keep a parser busy. */
const MAX_ANNOTATIONS = 5_000;

export interface PageNotesParts {
  readonly engine: Engine;
  readonly page: number;
  readonly scratch: Scratch;
  /** Handle of the form environment. 0 omits form fields. */
  readonly form: number;
  readonly withNotes: boolean;
}

export interface PageNotes {
  /** Text in addition to the page's own: notes, and `name: value` of each filled form field. */
  readonly texts: readonly string[];
  readonly areas: readonly ObjectBox[];
}

export function readPageNotes({ engine, page, scratch, form, withNotes }: PageNotesParts): PageNotes {
  const notes: string[] = [];
  const areas: ObjectBox[] = [];
  const fields = new FormFields(engine, scratch, page, form);
  const count = Math.min(engine.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = engine.FPDFAnnot_GetSubtype(annotation);
    if (subtype === WIDGET_ANNOTATION && form !== 0) notes.push(fields.read(annotation));
    else if (withNotes && NOTE_ANNOTATIONS.has(subtype)) notes.push(readContents(engine, annotation, scratch));
    if (AREA_ANNOTATIONS.has(subtype) && engine.FPDFAnnot_GetRect(annotation, scratch.pointer)) {
      const [left, top, right, bottom] = [0, 1, 2, 3].map((edge) => scratch.float(edge));
      areas.push({ from: { x: left!, y: bottom! }, to: { x: right!, y: top! } });
    }
    engine.FPDFPage_CloseAnnot(annotation);
  }
  fields.close();
  // A comment and its reply, or a field shown twice, can have the same text.
  return { texts: [...new Set(notes.filter((note) => note !== ""))], areas };
}

const readContents = (engine: Engine, annotation: number, scratch: Scratch): string =>
  tidied(scratch.string((buffer, bytes) => engine.FPDFAnnot_GetStringValue(annotation, "Contents", buffer, bytes)));
