import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Fails if the page as a whole scrolls horizontally, and names the elements that overflow. */
export const fits = async (page: Page): Promise<void> => {
  const outside = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [
      `${scrollWidth} of ${clientWidth} px`,
      ...wide.slice(0, 10).map((element) => element.outerHTML.slice(0, 160)),
    ];
  });
  expect(outside, `width of ${page.url()}`).toEqual([]);
};
