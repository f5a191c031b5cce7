import { spawnSync } from "node:child_process";
import type { Reference } from "./reference.ts";

export const hasPdftotext = (): boolean => spawnSync("pdftotext", ["-v"]).error === undefined;

const MAX_BYTES = 1 << 28;

/** PDF: the lines of `pdftotext`, page by page; words divided at line ends are put together. */
export const pdfReference = (path: string): Reference | undefined => {
  const { stdout, status } = spawnSync("pdftotext", [path, "-"], { maxBuffer: MAX_BYTES, encoding: "utf8" });
  if (status !== 0) return undefined;
  const pages = stdout.split("\f").slice(0, -1);
  return {
    pages: pages.map((text, index) => ({
      page: index + 1,
      lines: text.replaceAll(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, "$1").split("\n"),
    })),
    headings: [],
    rows: [],
  };
};
