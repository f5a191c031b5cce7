/** Counts hidden content that is left out. */
export class HiddenContent {
  readonly #counts = new Map<string, number>();

  /** Counts hidden units. `unit` is in the singular. */
  add(unit: "sheet" | "slide" | "row" | "column" | "text", count = 1): void {
    if (count > 0) this.#counts.set(unit, (this.#counts.get(unit) ?? 0) + count);
  }

  /** One warning with the counts, or none if nothing was left out. */
  get warnings(): string[] {
    if (this.#counts.size === 0) return [];
    const counts = [...this.#counts].map(([unit, count]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
    return [`Hidden content was skipped: ${counts.join(", ")}.`];
  }
}
