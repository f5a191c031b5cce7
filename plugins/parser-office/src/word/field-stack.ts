/**
 * The fields that are open where text stands. A field has an instruction and, mostly, a result; text in an instruction
 * (also the result of a field within it) is not shown.
 */
export class FieldStack {
  readonly #isResult: boolean[] = [];
  #instructions = 0;

  get isInstruction(): boolean {
    return this.#instructions > 0;
  }

  mark(type: string | undefined): void {
    if (type === "begin") this.#begin();
    else if (type === "separate") this.#separate();
    else if (type === "end" && this.#isResult.pop() === false) this.#instructions--;
  }

  /** An instruction ends with its paragraph: one that is never closed must not swallow the rest of the document. */
  endParagraph(): void {
    if (this.#instructions === 0) return;
    const from = this.#isResult.indexOf(false);
    this.#isResult.splice(from);
    this.#instructions = 0;
  }

  #begin(): void {
    this.#isResult.push(false);
    this.#instructions++;
  }

  #separate(): void {
    const top = this.#isResult.length - 1;
    if (this.#isResult[top] !== false) return;
    this.#isResult[top] = true;
    this.#instructions--;
  }
}
