import type { Locator } from "playwright-core";

/** Lets files and folders of this machine fall onto an element, as from the system's own window of files. */
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
