import type { OpenLink } from "../flow/paragraph.ts";
import type { FormField } from "./form-field.ts";
import { symbolOfField } from "./symbols.ts";

/**
 * Maximum length of an instruction. Instructions that display something themselves are shorter, and so are addresses.
 */
const MAX_INSTRUCTION_CHARACTERS = 2_200;
/** Switches, such as a bookmark in this document, follow the address. */
const HYPERLINK = /^\s*HYPERLINK\s+(?:"([^"]+)"|([^\s"\\]\S*))/i;

function linkOfField(instruction: string): OpenLink | undefined {
  const [, quoted, plain] = HYPERLINK.exec(instruction) ?? [];
  const url = quoted ?? plain;
  return url === undefined ? undefined : { url };
}

interface Field {
  instruction: string;
  /** Whether its instruction has ended. */
  isResult: boolean;
  /** Link of a hyperlink field, set when its result begins. */
  link: OpenLink | undefined;
  hasText: boolean;
  form: FormField | undefined;
}

/**
 * Stack of the open fields. A field has an instruction and usually a result. Text in an instruction, including the
 * result of a nested field, is not displayed.
 */
export class FieldStack {
  readonly #fields: Field[] = [];
  #instructions = 0;

  get isInstruction(): boolean {
    return this.#instructions > 0;
  }

  /** The link that the following text belongs to. */
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

  /** Ends the innermost field and returns the text it displays without a result; usually "". */
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

  /** Marks the innermost field as a form field. */
  setForm(form: FormField): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.form = form;
  }

  /** Marks the innermost field as having displayed text. */
  markText(): void {
    const field = this.#fields.at(-1);
    if (field !== undefined) field.hasText = true;
  }

  /** Ends open instructions at the end of a paragraph: an unclosed one must not swallow the rest of the document. */
  endParagraph(): void {
    if (this.#instructions === 0) return;
    const from = this.#fields.findIndex(({ isResult }) => !isResult);
    this.#fields.splice(from);
    this.#instructions = 0;
  }
}
