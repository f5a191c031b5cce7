import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** Saves the full page as `<name>.png` in the folder that QUARRY_SCREENSHOTS names; does nothing without it. */
export const screenshot = async (
  page: Page,
  name: string,
  { of = "page" }: { readonly of?: "page" | "window" } = {},
): Promise<void> => {
  const folder = process.env["QUARRY_SCREENSHOTS"];
  if (folder === undefined || folder === "") return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: of === "page", animations: "disabled" });
};
