import type { Locator } from "playwright-core";

/** Drops local files and folders onto an element, as from the system's file manager. */
export const drop = async (target: Locator, paths: readonly string[]): Promise<void> => {
  const box = (await target.boundingBox())!;
  const client = await target.page().context().newCDPSession(target.page());
  const at = { x: box.x + 40, y: box.y + box.height / 2 };
  const data = { items: [], files: [...paths], dragOperationsMask: COPY };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await client.send("Input.dispatchDragEvent", { type, ...at, data });
  }
  await client.detach();
};

const COPY = 1;
