import type PdfDocument from "pdfkit";
import type { Line, Measure } from "./line-breaking.ts";
import { page, textBottom } from "./page-style.ts";

/** Draws from top to bottom and starts a new page when something does not fit. Pages are numbered from 1. */
export class PageFlow {
  readonly document: typeof PdfDocument.prototype;
  y: number = page.top;
  pageNumber = 0;
  /** Called on each new page that continues or begins a chapter. */
  onPage: (pageNumber: number) => void = () => {};

  constructor(document: typeof PdfDocument.prototype) {
    this.document = document;
  }

  newPage(): void {
    this.document.addPage();
    this.pageNumber += 1;
    this.y = page.top;
    this.onPage(this.pageNumber);
  }

  /** Starts a new page unless `height` points are left on this one. */
  ensure(height: number): void {
    if (this.y + height > textBottom) this.newPage();
  }

  get atTop(): boolean {
    return this.y === page.top;
  }

  /** Moves down, but never begins a page with empty space. */
  space(height: number): void {
    if (!this.atTop) this.y += height;
  }

  readonly measure: Measure = (text, font, size) => this.document.font(font).fontSize(size).widthOfString(text);

  /** Draws a line whose top is at `top`, and does not move. */
  drawLine(line: Line, left: number, top: number, lineHeight: number): void {
    const tallest = Math.max(...line.map((fragment) => fragment.size));
    const baseline = top + (lineHeight + tallest * 0.62) / 2;
    for (const fragment of line) {
      this.document.font(fragment.font).fontSize(fragment.size);
      this.document.text(fragment.text, left + fragment.x, baseline, { lineBreak: false, baseline: "alphabetic" });
    }
  }
}
