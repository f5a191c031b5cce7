/** Printed of each kind; thousands of the same would hide the others. */
const KEPT_PER_KIND = 10;

/** What the service promised and did not keep. */
export class Breaches {
  readonly #kinds = new Map<string, { count: number; readonly examples: string[] }>();

  add(kind: string, example: string): void {
    const known = this.#kinds.get(kind) ?? { count: 0, examples: [] };
    this.#kinds.set(kind, known);
    known.count += 1;
    if (known.examples.length < KEPT_PER_KIND) known.examples.push(example);
  }

  get count(): number {
    return [...this.#kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  get lines(): readonly string[] {
    return [...this.#kinds].flatMap(([kind, { count, examples }]) => [
      `  ${kind}: ${count}`,
      ...examples.map((example) => `    ${example}`),
    ]);
  }
}
