import type { Page } from "@quarry/services";

/** Drops files of the disk on the middle of an element, as the system does it. */
export const dropFiles = async (page: Page, selector: string, files: readonly string[]): Promise<void> => {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  const session = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...place, data });
  }
  await session.detach();
};
