import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { onePage, pdfPage, pdfPicture } from "../makers/raw-pdf.ts";
import { type ReadResult, readFileBlocks } from "../parsing.ts";
import { wordsOf } from "../table/score.ts";
import type { GreyPicture } from "./drawn-page.ts";
import { drawnPages, givenPages, type ScanPage } from "./scan-pages.ts";

const GIVEN = fileURLToPath(new URL("../../../../../shared/eval/ocr-pages", import.meta.url));
const UNSPACED = new Set(["jpn", "chi_sim", "chi_tra"]);
const POINTS_PER_INCH = 72;
/** On a busy machine pages take longer than the limit of a service. */
const PAGE_TIMEOUT_SECONDS = 600;

interface PageScore {
  readonly page: ScanPage;
  readonly as: "picture" | "PDF";
  readonly recall: number;
  readonly seconds: number;
}

/**
 * Runs `npm run scans:score [-- --folder <path>] [--drawn] [--only "grain|light"] [--language-folder <path>] [--named]
 * [--ppocr <folder of the model>]`. Parses pages as images and in PDFs. Prints by kind the share of words found and the
 * cost per page, which excludes the process of a model.
 */
export const runScans = async (words: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      folder: { type: "string", default: GIVEN },
      drawn: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      as: { type: "string", default: "picture,PDF" },
      named: { type: "boolean", default: false },
      "language-folder": { type: "string" },
      ppocr: { type: "string" },
      text: { type: "boolean", default: false },
    },
  });
  if (!values.drawn && !existsSync(values.folder)) {
    console.log(`SKIPPED: no pages at ${values.folder}`);
    return true;
  }
  const only = new RegExp(values.only, "iu");
  const pages = (values.drawn ? drawnPages() : givenPages(values.folder)).filter(({ name, kind }) =>
    only.test(`${kind} ${name}`),
  );
  // Created first: the image parser, once loaded, permits no decoding of other formats, including SVG.
  const pictures: GreyPicture[] = [];
  for (const page of pages) pictures.push(await page.picture());
  const scores: PageScore[] = [];
  const folder = mkdtempSync(join(tmpdir(), "quarry-scans-"));
  const languageFolder = values["language-folder"];
  try {
    for (const [index, page] of pages.entries()) {
      for (const as of values.as.split(",") as PageScore["as"][]) {
        const settings = {
          pageTimeoutSeconds: PAGE_TIMEOUT_SECONDS,
          ...(values.named && { languages: page.language.split("+") }),
          ...(languageFolder !== undefined && { languageFolder }),
          ...(values.ppocr !== undefined && { recognition: { engine: "ppocr", model: values.ppocr } }),
        };
        const path = await writePage(pictures[index]!, page.dotsPerInch, as, folder);
        const score = await scorePage(page, as, path, settings, values.text);
        scores.push(score);
        console.log(lineOf(page.name, [score]));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const [kind, own] of Map.groupBy(scores, ({ page, as }) => `${page.kind}, ${as}`))
    console.log(lineOf(kind, own));
  console.log(lineOf("all", scores));
  return true;
};

const scorePage = async (
  page: ScanPage,
  as: PageScore["as"],
  path: string,
  settings: object,
  showsText: boolean,
): Promise<PageScore> => {
  const begun = process.cpuUsage();
  const { blocks } = await readFileBlocks(path, settings).catch((error: Error): ReadResult => {
    console.log(`${page.name}: ${error.message}`);
    return { blocks: [], info: {} };
  });
  const { user, system } = process.cpuUsage(begun);
  const text = blocks.map((block) => block.text).join("\n");
  if (showsText) console.log(text);
  return { page, as, recall: recallOf(page, text), seconds: (user + system) / 1e6 };
};

const writePage = async (
  { pixels, width, height }: GreyPicture,
  dotsPerInch: number,
  as: PageScore["as"],
  folder: string,
): Promise<string> => {
  const path = join(folder, as === "PDF" ? "page.pdf" : "page.png");
  if (as === "picture") {
    await sharp(pixels, { raw: { width, height, channels: 1 } })
      .withMetadata({ density: dotsPerInch })
      .png()
      .toFile(path);
    return path;
  }
  const [across, down] = [(width / dotsPerInch) * POINTS_PER_INCH, (height / dotsPerInch) * POINTS_PER_INCH];
  const box = `0 0 ${across.toFixed(2)} ${down.toFixed(2)}`;
  const content = { data: `q ${across.toFixed(2)} 0 0 ${down.toFixed(2)} 0 0 cm /P Do Q` };
  const changes = {
    3: pdfPage({ box, resources: "/XObject << /P 6 0 R >>" }),
    6: pdfPicture(width, height, deflateSync(pixels), "/Filter /FlateDecode"),
  };
  writeFileSync(path, onePage(content, changes));
  return path;
};

/**
 * Returns the share of the words found, counted with repetitions. For scripts without spaces it uses pairs of
 * characters instead.
 */
const recallOf = ({ truth, language }: ScanPage, text: string): number => {
  const unitsOf = UNSPACED.has(language) ? pairsOf : wordsOf;
  const left = new Map<string, number>();
  for (const unit of unitsOf(text)) left.set(unit, (left.get(unit) ?? 0) + 1);
  const units = unitsOf(truth);
  const found = units.filter((unit) => {
    const count = left.get(unit) ?? 0;
    left.set(unit, count - 1);
    return count > 0;
  });
  return found.length / units.length;
};

const pairsOf = (text: string): string[] => {
  const signs = [...text.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "")];
  return signs.slice(1).map((sign, index) => signs[index]! + sign);
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const lineOf = (name: string, scores: readonly PageScore[]): string => {
  const as = scores.length === 1 ? `, ${scores[0]!.as}` : `, ${scores.length} pages`;
  return `${name}${as}: recall ${mean(scores.map(({ recall }) => recall)).toFixed(3)}, ${mean(scores.map(({ seconds }) => seconds)).toFixed(2)} CPU s`;
};
