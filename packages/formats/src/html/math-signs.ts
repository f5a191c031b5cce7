interface OpenElement {
  readonly name: string;
  /** Its first child, once there is one. */
  first: string | undefined;
  children: number;
}

/**
 * Signs for the parts of a formula that only its layout shows: a fraction bar, an exponent on a number, the cells of a
 * matrix.
 */
export class MathSigns {
  readonly #open: OpenElement[] = [];

  /** Returns the sign in front of the element. */
  open(name: string): string {
    const parent = this.#open.at(-1);
    const sign = parent?.children === 1 ? signWithin(parent) : "";
    if (parent !== undefined) {
      parent.children++;
      parent.first ??= name;
    }
    this.#open.push({ name, first: undefined, children: 0 });
    return sign;
  }

  /** Returns the sign behind the element. */
  close(name: string): string {
    this.#open.pop();
    return name === "mtd" || name === "mtr" ? " " : "";
  }
}

/** `mc2` reads well, `102` does not. */
function signWithin({ name, first }: OpenElement): string {
  if (name === "mfrac") return "/";
  if (first !== "mn") return "";
  return name === "msup" ? "^" : name === "msub" ? "_" : "";
}
