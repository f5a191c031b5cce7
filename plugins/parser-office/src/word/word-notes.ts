import { ParserError } from "@quarry/plugin";
import { type FlowItem, isEmbedded } from "../flow/flow-item.ts";

/**
 * Maximum text of notes, which are buffered until the text refers to them. The longest books have a few million
 * characters of notes.
 */
const MAX_CHARACTERS = 67_108_864;

/** Stores footnotes, endnotes and comments until the text refers to them. Each is returned once. */
export class WordNotes {
  readonly #notes = new Map<string, FlowItem[]>();

  #characters = 0;

  add(kind: string, id: string, items: FlowItem[]): void {
    for (const item of items) this.#characters += isEmbedded(item) ? 0 : item.text.length;
    if (this.#characters > MAX_CHARACTERS) {
      throw new ParserError("limit", "the notes and comments hold more than 64 million characters: remove some");
    }
    if (items.length > 0) this.#notes.set(`${kind}/${id}`, items);
  }

  take(kind: string, id: string | undefined): FlowItem[] {
    const key = `${kind}/${id ?? ""}`;
    const items = this.#notes.get(key) ?? [];
    this.#notes.delete(key);
    return items;
  }

  /** Notes without a reference. */
  *rest(): Generator<FlowItem> {
    for (const items of this.#notes.values()) yield* items;
    this.#notes.clear();
  }
}
