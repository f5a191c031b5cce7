import type { BlockLink } from "@quarry/plugin";
import { linkUrl } from "@quarry/text";
import { tidy } from "./tidy-text.ts";

/** More words of a link don't help to locate it. */
const MAX_WORDS = 1_000;

/** The links of the current block, and the open link. */
export class OpenLinks {
  #links: BlockLink[] = [];
  #url: string | undefined;
  #words = "";

  /** Opens a link. A nested link ends the outer one. */
  open(href: string | undefined): void {
    this.close();
    this.#url = href === undefined ? undefined : linkUrl(href);
  }

  close(): void {
    this.#store();
    this.#url = undefined;
  }

  addWords(text: string): void {
    if (this.#url !== undefined && this.#words.length < MAX_WORDS) this.#words += text.slice(0, MAX_WORDS);
  }

  /** Returns the links of an ending block. An open link continues in the next block. */
  take(): readonly BlockLink[] {
    if (this.#words.trim() !== "") this.#store();
    const links = this.#links;
    this.#links = [];
    return links;
  }

  #store(): void {
    if (this.#url !== undefined) this.#links.push({ text: tidy(this.#words), url: this.#url });
    this.#words = "";
  }
}
