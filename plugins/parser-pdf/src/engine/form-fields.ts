import type { Engine } from "./engine.ts";
import type { Scratch } from "./scratch.ts";

// The engine's field types that are read. Push buttons and signatures carry no text.
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const COMBO_BOX = 4;
const LIST_BOX = 5;
const TEXT_FIELD = 6;
/** Lists of countries have some 250 options. A page with more options in total is made to keep a parser busy. */
const MAX_OPTIONS = 20_000;
/** Values that programs use for a ticked box. They carry no further information. */
const MARKED = /^(?:on|yes|true|x|\d{1,3}|checked|ja|oui|s[ií])$/i;

/** Reads what is filled into the form fields of one page. */
export class FormFields {
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  readonly #page: number;
  readonly #form: number;
  #options = 0;
  #isShown = false;

  /** `form` is the handle of the form environment. Call `close` before the page is closed. */
  constructor(engine: Engine, scratch: Scratch, page: number, form: number) {
    this.#engine = engine;
    this.#scratch = scratch;
    this.#page = page;
    this.#form = form;
  }

  close(): void {
    if (this.#isShown) this.#engine.FORM_OnBeforeClosePage(this.#page, this.#form);
    this.#isShown = false;
  }

  /**
   * Returns `name: value`, with the display name if there is one, else the field's own name. Returns "" for an empty
   * field.
   */
  read(annotation: number): string {
    const value = tidied(this.#valueOf(annotation));
    if (value === "") return "";
    const [engine, form] = [this.#engine, this.#form];
    const label = this.#string((...to) => engine.FPDFAnnot_GetFormFieldAlternateName(form, annotation, ...to));
    const name =
      tidied(label) || tidied(this.#string((...to) => engine.FPDFAnnot_GetFormFieldName(form, annotation, ...to)));
    return name === "" ? value : `${name}: ${value}`;
  }

  #valueOf(annotation: number): string {
    const [engine, form] = [this.#engine, this.#form];
    const type = engine.FPDFAnnot_GetFormFieldType(form, annotation);
    if (type === CHECK_BOX || type === RADIO_BUTTON) {
      this.#show();
      if (!engine.FPDFAnnot_IsChecked(form, annotation)) return "";
      const value = this.#string((...to) => engine.FPDFAnnot_GetFormFieldExportValue(form, annotation, ...to));
      return value === "" || (type === CHECK_BOX && MARKED.test(value)) ? "on" : value;
    }
    if (type !== COMBO_BOX && type !== LIST_BOX && type !== TEXT_FIELD) return "";
    const chosen = type === TEXT_FIELD ? "" : this.#chosen(annotation);
    return chosen || this.#string((...to) => engine.FPDFAnnot_GetFormFieldValue(form, annotation, ...to));
  }

  /** Notifies the engine that the page is displayed: it only knows the state of check boxes on such pages. */
  #show(): void {
    if (!this.#isShown) this.#engine.FORM_OnAfterLoadPage(this.#page, this.#form);
    this.#isShown = true;
  }

  /** Returns the display texts of the chosen options. The field's value may use other names. */
  #chosen(annotation: number): string {
    const [engine, form] = [this.#engine, this.#form];
    const count = engine.FPDFAnnot_GetOptionCount(form, annotation);
    const labels: string[] = [];
    for (let index = 0; index < count && this.#options < MAX_OPTIONS; index++, this.#options++) {
      if (!engine.FPDFAnnot_IsOptionSelected(form, annotation, index)) continue;
      labels.push(this.#string((...to) => engine.FPDFAnnot_GetOptionLabel(form, annotation, index, ...to)));
    }
    return labels.filter((label) => label.trim() !== "").join(", ");
  }

  #string(read: (buffer: number, bytes: number) => number): string {
    return this.#scratch.string(read);
  }
}

/** Normalises line ends: forms store a carriage return. */
export const tidied = (text: string): string => text.replace(/\r\n?/g, "\n").trim();
