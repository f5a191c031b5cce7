import type { OpenLink } from "../flow/paragraph.ts";
import type { FormField } from "./form-field.ts";
import { symbolOfField } from "./symbols.ts";

/** An instruction that shows something by itself is shorter, and so is an address. */
const MAX_INSTRUCTION_CHARACTERS = 2_200;
/** Switches, such as a bookmark in this document, stand behind the address. */
const HYPERLINK = /^\s*HYPERLINK\s+(?:"([^"]+)"|([^\s"\\]\S*))/i;

function linkOfField(instruction: string): OpenLink | undefined {
  const [, quoted, plain] = HYPERLINK.exec(instruction) ?? [];
  const url = quoted ?? plain;
  return url === undefined ? undefined : { url };
}

interface Field {
  instruction: string;
  /** Whether its instruction is over. */
  isResult: boolean;
  /** Link of a hyperlink field, from its result on. */
  link: OpenLink | undefined;
  hasText: boolean;
  form: FormField | undefined;
}

/**
 * The fields that are open where text stands. A field has an instruction and, mostly, a result; text in an instruction
 * (also the result of a field within it) is not shown.
 */
export class FieldStack {
  readonly #fields: Field[] = [];
  #instructions = 0;

  get isInstruction(): boolean {
    return this.#instructions > 0;
  }

  /** The link that the text which follows stands in. */
  get link(): OpenLink | undefined {
    return this.#fields.findLast(({ link }) => link !== undefined)?.link;
  }

  begin(): void {
    this.#fields.push({ instruction: "", isResult: false, link: undefined, hasText: false, form: undefined });
    this.#instructions++;
  }

  separate(): void {
    const field = this.#fields.at(-1);
    if (field === undefined || field.isResult) return;
    field.isResult = true;
    field.link = linkOfField(field.instruction);
    this.#instructions--;
  }

  /** Ends the innermost field and returns the text it shows beside its result; mostly empty. */
  end(): string {
    const field = this.#fields.pop();
    if (field === undefined) return "";
    if (!field.isResult) this.#instructions--;
    if (field.hasText) this.markText();
    return field.hasText ? "" : (field.form?.text ?? symbolOfField(field.instruction));
  }

  /** Adds text to the instruction of the innermost field. */
  addInstruction(text: string): void {
    const field = this.#fields.at(-1);
    if (field === undefined || field.isResult || field.instruction.length > MAX_INSTRUCTION_CHARACTERS) return;
    field.instruction += text.slice(0, MAX_INSTRUCTION_CHARACTERS);
  }

  /** Says that the innermost field is one of a form. */
  setForm(form: FormField): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.form = form;
  }

  /** Says that text was shown. */
  markText(): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.hasText = true;
  }

  /** An instruction ends with its paragraph: one that is never closed must not swallow the rest of the document. */
  endParagraph(): void {
    if (this.#instructions === 0) return;
    const from = this.#fields.findIndex(({ isResult }) => !isResult);
    this.#fields.splice(from);
    this.#instructions = 0;
  }
}
