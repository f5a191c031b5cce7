import type { HandbookInfo } from "../content.ts";
import type { PageFlow } from "./page-flow.ts";
import { assertWinAnsi, color, fonts, page, textWidth } from "./page-style.ts";

export const drawCover = (flow: PageFlow, info: HandbookInfo): void => {
  for (const text of Object.values(info)) assertWinAnsi(text as string);
  flow.newPage();
  const { document } = flow;
  document.rect(0, 0, page.width, page.height).fill(color("accent"));
  drawBlocksMotif(flow);
  document.fillColor(color("paper")).font(fonts.sansBold).fontSize(40);
  document.text(info.title, page.left, 330, { lineBreak: false });
  document.font(fonts.sans).fontSize(16).text(info.subtitle, page.left, 384, { lineBreak: false });
  document.rect(page.left, 420, 64, 3).fill(color("highlight"));
  document.fillColor(color("paper")).font(fonts.sans).fontSize(10.5);
  document.text(info.author, page.left, 600, { lineBreak: false });
  document.text(info.edition, page.left, 616, { lineBreak: false });
  document.fontSize(8).text(info.licence, page.left, 646, { lineBreak: false });
};

/** Cut stones, one of them picked out: what the product does, in one picture. */
const drawBlocksMotif = (flow: PageFlow): void => {
  const { document } = flow;
  const side = 46;
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const left = page.left + column * (side + 6);
      const top = 84 + row * (side + 6);
      const isPicked = row === 2 && column === 1;
      document.fillOpacity(isPicked ? 1 : 0.16 + 0.06 * row);
      document.rect(left, top, side, side).fill(isPicked ? color("highlight") : color("paper"));
    }
  }
  document.fillOpacity(1);
};

/** Draws the head of a chapter at the top of the current page, and its bookmark. */
export const drawChapterOpening = (flow: PageFlow, number: number, title: string): void => {
  assertWinAnsi(title);
  const { document } = flow;
  document.addNamedDestination(`chapter-${number}`);
  document.outline.addItem(`${number}  ${title}`);
  document.font(fonts.sansBold).fontSize(9).fillColor(color("highlight"));
  document.text(`CHAPTER ${number}`, page.left, flow.y + 14, { lineBreak: false, characterSpacing: 1.2 });
  document.font(fonts.sansBold).fontSize(24).fillColor(color("accent"));
  document.text(title, page.left, flow.y + 30, { lineBreak: false });
  document.rect(page.left, flow.y + 66, 48, 2.5).fill(color("highlight"));
  flow.y += 90;
};

/** Adds the running header and the page number to every page but the cover. */
export const drawRunningLines = (flow: PageFlow, title: string, chapterOfPage: ReadonlyMap<number, string>): void => {
  const { document } = flow;
  for (let pageNumber = 2; pageNumber <= flow.pageNumber; pageNumber += 1) {
    document.switchToPage(pageNumber - 1);
    document.font(fonts.sans).fontSize(8).fillColor(color("muted"));
    document.text(title, page.left, 36, { lineBreak: false });
    const chapter = chapterOfPage.get(pageNumber) ?? "";
    const width = document.widthOfString(chapter);
    document.text(chapter, page.width - page.right - width, 36, { lineBreak: false });
    document
      .moveTo(page.left, 50)
      .lineTo(page.left + textWidth, 50)
      .lineWidth(0.5)
      .stroke(color("rule"));
    const number = String(pageNumber);
    document.text(number, (page.width - document.widthOfString(number)) / 2, page.height - 42, { lineBreak: false });
  }
};
