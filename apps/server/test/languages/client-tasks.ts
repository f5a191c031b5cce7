import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** Checks the output and the files of the program of docs/guides/client-tasks.md, in any language. */
export const expectTasksDone = (output: string, folder: string): void => {
  // Output with the passages, the list, and the final failure with the request's id.
  expect(output).toContain("the running job stops");
  expect(output).toMatch(/[\da-f-]{36}\b.*\bquarry-handbook\.pdf\b/);
  expect(output).toMatch(/(?:404|not_found)[^]*[\da-f-]{36}\n$/);
  const [copy, handbook] = [join(folder, "copy.pdf"), join(folder, "library/quarry-handbook.pdf")];
  expect(readFileSync(copy).equals(readFileSync(handbook))).toBe(true);
  rmSync(copy);
};
