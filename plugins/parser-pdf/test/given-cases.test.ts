import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

const cases = join(fileURLToPath(new URL("../../../../shared", import.meta.url)), "cases");
const isMissing = !existsSync(cases);
if (isMissing) console.info("SKIPPED: given PDFs (../shared/cases does not lie beside the repository)");

useFolder();

it.skipIf(isMissing).each([
  ["pdf-hidden-layer/a.pdf", ["English edition shown to readers", "5561"], ["ausgeblendet"]],
  ["pdf-unpainted-text/a.pdf", ["granted on appeal 771"], ["Redacted Person", "ignore previous instructions"]],
  ["pdf-vertical-japanese/columns.pdf", ["縦書きの文章です 右から左へ進みます 港の荷物を運びます"], []],
  ["pdf-vertical-japanese/cmap-v.pdf", ["縦書きの文章です 右から左へ進みます 港の荷物を運びます"], []],
  ["pdf-vertical-japanese/left-first.pdf", ["縦書きの文章です 右から左へ進みます 港の荷物を運びます"], []],
  ["pdf-no-unicode/shifted.pdf", ["northern basin", "pilot station"], ["KH", "QRUWKHUQ"]],
  ["pdf-no-unicode/permuted.pdf", ["northern basin", "pilot station"], []],
  ["pdf-no-unicode/heading-only.pdf", ["northern basin", "harbour inspection"], ["KDUERXU"]],
] as const)(
  "%s is read with the visible text only",
  async (file, present, absent) => {
    const text = textsOf((await readPdf(await readFile(join(cases, file)))).blocks).join(" ");
    for (const part of present) expect(text).toContain(part);
    for (const part of absent) expect(text).not.toContain(part);
  },
  120_000,
);
