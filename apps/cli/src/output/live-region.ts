import { truncate, widthOf } from "./text.ts";

/** Redraw interval in milliseconds. The eye can't follow a shorter one. */
const REDRAW_MS = 80;

/** Part of a terminal's stream that a region uses. */
export interface RegionStream {
  readonly columns?: number;
  write(text: string): unknown;
}

/** Lines at the bottom of a terminal that are redrawn in place, while other lines scroll by above them. */
export class LiveRegion {
  readonly #stream: RegionStream;
  #lines: readonly string[] = [];
  /** Lines on the screen. They are erased before other output is written. */
  #drawn: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: RegionStream) {
    this.#stream = stream;
  }

  /** Replaces the lines shown, at the next redraw. */
  show(lines: readonly string[]): void {
    this.#lines = lines;
    // The timer must not keep the process alive.
    this.#timer ??= setTimeout(() => this.#draw(), REDRAW_MS).unref();
  }

  /** Removes the lines for `write`, and draws them again below its output. */
  above(write: () => void): void {
    const hadLines = this.#drawn.length > 0;
    this.#erase();
    write();
    if (hadLines) this.show(this.#lines);
  }

  /** Removes the lines permanently. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lines = [];
    this.#erase();
  }

  #draw(): void {
    this.#timer = undefined;
    const columns = this.#columns();
    const lines = this.#lines.map((line) => truncate(line, columns - 1));
    this.#erase();
    if (lines.length === 0) return;
    this.#stream.write(lines.join("\n"));
    this.#drawn = lines;
  }

  #erase(): void {
    if (this.#drawn.length === 0) return;
    // A terminal that has become narrower wraps the drawn lines into more rows.
    const columns = this.#columns();
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    const up = rows > 1 ? `\u001b[${rows - 1}A` : "";
    this.#stream.write(`\r${up}\u001b[J`);
    this.#drawn = [];
  }

  #columns(): number {
    return Math.max(2, this.#stream.columns ?? 80);
  }
}
