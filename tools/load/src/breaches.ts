/** Maximum number of examples printed per kind: thousands of one kind would hide the others. */
const KEPT_PER_KIND = 10;

export type Breach = (kind: string, example: string) => void;

/** Guarantees that the service violated. */
export class Breaches {
  readonly #kinds = new Map<string, string[]>();

  readonly add: Breach = (kind, example) => {
    this.#kinds.set(kind, [...(this.#kinds.get(kind) ?? []), example]);
  };

  get count(): number {
    return [...this.#kinds.values()].reduce((sum, { length }) => sum + length, 0);
  }

  get lines(): readonly string[] {
    const kinds = [...this.#kinds].flatMap(([kind, examples]) => [
      `  ${kind}: ${examples.length}`,
      ...examples.slice(0, KEPT_PER_KIND).map((example) => `    ${example}`),
    ]);
    return [`breaches: ${this.count}`, ...kinds];
  }
}
