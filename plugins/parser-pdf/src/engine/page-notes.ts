import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

const WIDGET_ANNOTATION = 20;
/** Fields that hold text or a choice; buttons and signatures say nothing. */
const READ_FIELD_TYPES = new Set([4, 5, 6]);
/** What people write on a page: notes, free text, remarks on lines, shapes and marked text, stamps, carets, drawings. */
const NOTE_ANNOTATIONS = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
/** A page with more is made to keep a reader busy. */
const MAX_ANNOTATIONS = 5_000;

export interface PageNotesParts {
  readonly engine: Engine;
  readonly page: number;
  readonly scratch: Scratch;
  /** 0 leaves form fields out. */
  readonly form: number;
  readonly withNotes: boolean;
}

/** The text that stands beside the page's own: notes, and `name: value` of each filled form field. */
export function readPageNotes({ engine, page, scratch, form, withNotes }: PageNotesParts): string[] {
  if (form === 0 && !withNotes) return [];
  const notes: string[] = [];
  const count = Math.min(engine.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = engine.FPDFAnnot_GetSubtype(annotation);
    if (subtype === WIDGET_ANNOTATION && form !== 0) notes.push(readField(engine, form, annotation, scratch));
    else if (withNotes && NOTE_ANNOTATIONS.has(subtype)) notes.push(readContents(engine, annotation, scratch));
    engine.FPDFPage_CloseAnnot(annotation);
  }
  // A remark and its reply, or a field shown twice, may say the same.
  return [...new Set(notes.filter((note) => note !== ""))];
}

const readContents = (engine: Engine, annotation: number, scratch: Scratch): string =>
  scratch
    .string((buffer, bytes) => engine.FPDFAnnot_GetStringValue(annotation, "Contents", buffer, bytes))
    .replace(/\r\n?/g, "\n")
    .trim();

/** The name that people see, else the field's own. */
function readField(engine: Engine, form: number, annotation: number, scratch: Scratch): string {
  if (!READ_FIELD_TYPES.has(engine.FPDFAnnot_GetFormFieldType(form, annotation))) return "";
  const value = scratch.string((buffer, bytes) => engine.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes));
  if (value.trim() === "") return "";
  const label = scratch.string((buffer, bytes) =>
    engine.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, bytes),
  );
  const name =
    label || scratch.string((buffer, bytes) => engine.FPDFAnnot_GetFormFieldName(form, annotation, buffer, bytes));
  return name.trim() === "" ? value.trim() : `${name.trim()}: ${value.trim()}`;
}
