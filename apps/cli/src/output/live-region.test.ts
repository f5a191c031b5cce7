import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LiveRegion } from "./live-region.ts";

/**
 * Terminal emulator with the features that the region relies on: line wrap at its width, a cursor, and erasing below
 * it.
 */
class Screen {
  columns: number;
  #rows: string[] = [""];
  #row = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): void {
    for (const [part] of text.matchAll(/\p{Cc}\[\d*[AJ]|[^]/gu)) this.#put(part);
  }

  text(): string {
    return this.#rows.join("\n").trimEnd();
  }

  #put(part: string): void {
    if (part === "\r") return;
    if (part === "\n") {
      this.#row += 1;
      this.#rows[this.#row] = "";
    } else if (part.endsWith("A") && part.length > 1) this.#row -= Number(part.slice(2, -1));
    else if (part === "\u001b[J") {
      this.#rows.length = this.#row + 1;
      this.#rows[this.#row] = "";
    } else if (this.#rows[this.#row]!.length === this.columns) {
      this.#row += 1;
      this.#rows[this.#row] = part;
    } else this.#rows[this.#row] += part;
  }

  /** Reflows the lines, as terminals do when their window becomes narrower. */
  narrow(columns: number): void {
    this.columns = columns;
    this.#rows = this.#rows.flatMap((row) => row.match(new RegExp(`.{1,${columns}}`, "g")) ?? [""]);
    this.#row = this.#rows.length - 1;
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const drawn = () => vi.advanceTimersByTime(1_000);

test("lines are drawn in place, below what is written meanwhile, and gone at the end", () => {
  const screen = new Screen(40);
  const region = new LiveRegion(screen);
  region.show(["one", "two"]);
  region.show(["uno", "dos"]);
  drawn();
  expect(screen.text()).toBe("uno\ndos");
  region.above(() => screen.write("ready  a.txt\n"));
  expect(screen.text()).toBe("ready  a.txt");
  drawn();
  expect(screen.text()).toBe("ready  a.txt\nuno\ndos");
  region.show(["three"]);
  drawn();
  expect(screen.text()).toBe("ready  a.txt\nthree");
  region.end();
  drawn();
  expect(screen.text()).toBe("ready  a.txt");
});

test("a line never breaks, wide characters included, and a window that became narrower is cleared whole", () => {
  const screen = new Screen(20);
  const region = new LiveRegion(screen);
  region.show(["a line that is longer than the window", "苍鹭站在浅水中等待鱼儿"]);
  drawn();
  expect(screen.text()).toBe("a line that is lon…\n苍鹭站在浅水中等待…");
  region.show(["abcdefghijklmnopqr", "x"]);
  drawn();
  screen.narrow(10);
  region.show(["short"]);
  drawn();
  expect(screen.text()).toBe("short");
});
