import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

const WIDGET_ANNOTATION = 20;
/** Fields that hold text or a choice; buttons and signatures say nothing. */
const READ_FIELD_TYPES = new Set([4, 5, 6]);
/** A page with more is made to keep a reader busy. */
const MAX_ANNOTATIONS = 5_000;

/** `name: value` of each filled field of a page; the name people see, else the field's own. */
export function readFormFields(
  engine: Engine,
  document: number,
  form: number,
  pageIndex: number,
  scratch: Scratch,
): readonly string[] {
  const page = engine.FPDF_LoadPage(document, pageIndex);
  if (page === 0) return [];
  const fields: string[] = [];
  const count = Math.min(engine.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS);
  for (let index = 0; index < count; index++) {
    const annotation = engine.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const field = readField(engine, form, annotation, scratch);
    if (field !== undefined) fields.push(field);
    engine.FPDFPage_CloseAnnot(annotation);
  }
  engine.FPDF_ClosePage(page);
  return fields;
}

function readField(engine: Engine, form: number, annotation: number, scratch: Scratch): string | undefined {
  if (engine.FPDFAnnot_GetSubtype(annotation) !== WIDGET_ANNOTATION) return undefined;
  if (!READ_FIELD_TYPES.has(engine.FPDFAnnot_GetFormFieldType(form, annotation))) return undefined;
  const value = scratch.string((buffer, bytes) => engine.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes));
  if (value.trim() === "") return undefined;
  const label = scratch.string((buffer, bytes) =>
    engine.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, bytes),
  );
  const name =
    label || scratch.string((buffer, bytes) => engine.FPDFAnnot_GetFormFieldName(form, annotation, buffer, bytes));
  return name.trim() === "" ? value.trim() : `${name.trim()}: ${value.trim()}`;
}
