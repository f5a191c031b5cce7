interface OpenElement {
  readonly name: string;
  /** Its first child so far. */
  first: string | undefined;
  children: number;
}

/**
 * Inserts operators for the parts of a formula that only the layout shows: a fraction bar, an exponent on a number, the
 * cells of a matrix.
 */
export class MathSigns {
  readonly #open: OpenElement[] = [];

  /** Returns the operator before the element. */
  open(name: string): string {
    const parent = this.#open.at(-1);
    const operator = parent?.children === 1 ? operatorWithin(parent) : "";
    if (parent !== undefined) {
      parent.children++;
      parent.first ??= name;
    }
    this.#open.push({ name, first: undefined, children: 0 });
    return operator;
  }

  /** Returns the operator after the element. */
  close(name: string): string {
    this.#open.pop();
    return name === "mtd" || name === "mtr" ? " " : "";
  }
}

/** Returns an operator only where needed: `mc2` is readable, `102` is not. */
function operatorWithin({ name, first }: OpenElement): string {
  if (name === "mfrac") return "/";
  if (first !== "mn") return "";
  return name === "msup" ? "^" : name === "msub" ? "_" : "";
}
