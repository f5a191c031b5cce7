/** Maximum characters of a page's style sheets. Emails from word processors have some 50,000. */
const MAX_CHARACTERS = 1_048_576;
const MAX_RULES = 20_000;

/**
 * Selectors with one element, class or id: `p`, `.note`, `span.note`, `#first`. Selectors that depend on other elements
 * are ignored.
 */
const SIMPLE = /^(?:[a-z][a-z0-9]*|\*)?(?:[.#][a-z_-][\w-]*)?$/i;

interface Rule {
  readonly font: string;
  readonly order: number;
}

/** Fonts that a page's `<style>` elements assign to elements, classes and ids. */
export class StyleRules {
  readonly #rules = new Map<string, Rule>();
  #sheet = "";
  #characters = 0;

  addText(text: string): void {
    this.#characters += text.length;
    if (this.#characters <= MAX_CHARACTERS) this.#sheet += text;
  }

  /** Parses the style sheet that ends here. */
  end(fontOf: (declarations: string) => string | undefined): void {
    const sheet = withoutComments(this.#sheet);
    this.#sheet = "";
    for (let open = sheet.indexOf("{"), from = 0; open >= 0; open = sheet.indexOf("{", from)) {
      const close = sheet.indexOf("}", open);
      const selectors = sheet.slice(from, open);
      from = close < 0 ? sheet.length : close + 1;
      // Rules in @media and the like are read as if they were outside; @font-face is not a rule.
      if (selectors.includes("@")) {
        if (/@(?:media|supports|layer)\b/i.test(selectors)) from = open + 1;
        continue;
      }
      const font = fontOf(sheet.slice(open + 1, close < 0 ? sheet.length : close));
      if (font !== undefined) this.#add(selectors.replace(/^[\s}]+/, ""), font);
    }
  }

  /**
   * Returns the font of an element by its id, else its classes, else its name. Returns undefined if no rule applies.
   */
  fontOf(name: string, { class: classes = "", id = "" }: Readonly<Record<string, string>>): string | undefined {
    if (this.#rules.size === 0) return undefined;
    const ofClasses = classes
      .toLowerCase()
      .split(/\s+/, 20)
      .flatMap((one) => [`${name}.${one}`, `.${one}`]);
    const found = [`${name}#${id.toLowerCase()}`, `#${id.toLowerCase()}`]
      .map((selector) => this.#rules.get(selector))
      .find((rule) => rule !== undefined);
    return (found ?? this.#lastOf(ofClasses) ?? this.#rules.get(name) ?? this.#rules.get("*"))?.font;
  }

  #lastOf(selectors: readonly string[]): Rule | undefined {
    const rules = selectors.map((selector) => this.#rules.get(selector)).filter((rule) => rule !== undefined);
    return rules.toSorted((one, other) => other.order - one.order)[0];
  }

  #add(selectors: string, font: string): void {
    for (const selector of selectors.toLowerCase().split(",")) {
      const key = selector.trim().replace(/^\*(?=[.#])/, "");
      if (this.#rules.size < MAX_RULES && key !== "" && SIMPLE.test(key)) {
        this.#rules.set(key, { font, order: this.#rules.size });
      }
    }
  }
}

function withoutComments(sheet: string): string {
  const segments: string[] = [];
  let from = 0;
  for (let open = sheet.indexOf("/*"); open >= 0; open = sheet.indexOf("/*", from)) {
    segments.push(sheet.slice(from, open));
    const close = sheet.indexOf("*/", open + 2);
    from = close < 0 ? sheet.length : close + 2;
  }
  return [...segments, sheet.slice(from)].join(" ").replace(/<!--|-->/g, " ");
}
