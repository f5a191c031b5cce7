/** Counts content left out because it is hidden. */
export class HiddenContent {
  readonly #counts = new Map<string, number>();

  /** Counts hidden units; `unit` is a singular. */
  add(unit: "sheet" | "slide" | "row" | "column" | "text", count = 1): void {
    if (count > 0) this.#counts.set(unit, (this.#counts.get(unit) ?? 0) + count);
  }

  /** One warning with the counts; none where nothing was left out. */
  get warnings(): string[] {
    if (this.#counts.size === 0) return [];
    const counts = [...this.#counts].map(([unit, count]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
    return [`Hidden content was left out: ${counts.join(", ")}.`];
  }
}
