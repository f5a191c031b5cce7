import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@quarry/services";
import { makeDocument, makeVocabulary } from "../data/prose.ts";
import { type Bench, type BenchContext, scaled } from "../harness/bench.ts";
import { compared, type Figure, measured } from "../harness/figure.ts";
import { ConsolePages } from "../load/console-pages.ts";
import { dropFiles } from "../load/drop-files.ts";
import { ingestDocuments } from "../load/ingest-documents.ts";
import { droppedOf, frames, longestOf, mainThreadCpu } from "../load/page-frames.ts";
import { QuarryClient } from "../load/quarry-client.ts";
import { type QuarryServer, startQuarry } from "../processes/quarry-server.ts";

const VISITS = 7;
const WARM_UP_VISITS = 2;
const DOCUMENTS = 10_000;
const FILES = 500;
/** A short note: the lists and the uploads are measured, not what becomes of the text. */
const CHARACTERS = 200;
const FRAMES = 300;
const SCROLLS = 3;
/** As a wheel turned quickly moves a list in a frame: 36,000 pixels a second. The fling goes through all of it. */
const WHEEL_PIXELS = 600;
/** The browser opens as many connections to one server. */
const MOST_IN_FLIGHT = 6;
const UPLOAD_DEADLINE_MS = 600_000;

const LIST = '[role="region"][aria-label="Documents"]';
const DROP_ZONE = '[aria-label="Drop files or folders here"]';

const AT_REST = "the same page at rest";

/** The pages as a reader on the same machine has them. */
export const console_: Bench = {
  name: "console",
  summary: "the console in Chromium: first visit, a list of 10,000 documents, 500 files dropped at once",
  run: async (context) => {
    await using quarry = await startQuarry(join(context.directory, "data"));
    await using pages = await ConsolePages.open(quarry);
    await fillCollection(context, quarry, "many", scaled(context, DOCUMENTS, 100));
    return [
      ...(await visitFigures(pages, "overview", "/console", "h1")),
      ...(await visitFigures(pages, "documents", "/console/collections/many", `${LIST} li`)),
      ...(await scrollFigures(context, pages)),
      ...(await dropFigures(context, quarry, pages)),
    ];
  },
};

const texts = (count: number): readonly string[] => {
  const vocabulary = makeVocabulary();
  return Array.from({ length: count }, (_, index) => makeDocument(vocabulary, CHARACTERS, index + 1));
};

const fillCollection = async (context: BenchContext, quarry: QuarryServer, name: string, count: number) => {
  using client = await QuarryClient.open(quarry);
  await client.call("POST", "/v1/collections", { name });
  const { seconds } = await ingestDocuments(client, name, texts(count));
  context.note(`${count} documents ingested in ${seconds.toFixed(0)} s`);
};

/** What a first visit takes, with an empty cache, from the navigation's start. */
const visitFigures = async (pages: ConsolePages, what: string, path: string, whole: string) => {
  const paints: number[] = [];
  const complete: number[] = [];
  for (let visit = 0; visit < VISITS + WARM_UP_VISITS; visit++) {
    const page = await pages.visit(path);
    const completeAt = await shownAt(page, whole);
    const paintAt = await paintedAt(page);
    if (visit >= WARM_UP_VISITS) {
      paints.push(paintAt);
      complete.push(completeAt);
    }
    await pages.leave(page);
  }
  return [
    measured(`${what}: first contentful paint`, "ms", paints),
    measured(`${what}: what was asked for is there`, "ms", complete),
  ];
};

/** When an element was there, in milliseconds since the navigation's start, to the frame. */
const shownAt = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          else resolve(performance.now());
        };
        look();
      }),
    selector,
  );

/** When something of the page was painted first, in milliseconds since the navigation's start. */
const paintedAt = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName("first-contentful-paint");
          if (paint !== undefined) resolve(paint.startTime);
        });
        observer.observe({ type: "paint", buffered: true });
      }),
  );

const scrollFigures = async (context: BenchContext, pages: ConsolePages): Promise<readonly Figure[]> => {
  const page = await pages.visit("/console/collections/many");
  await shownAt(page, `${LIST} li`);
  const height = await page.locator(LIST).evaluate((list) => list.scrollHeight);
  const fling = Math.ceil(height / FRAMES);
  // At a small scale the list is no longer than the wheel would go.
  const speeds = { wheel: Math.min(WHEEL_PIXELS, fling), fling };
  const samplesOf = { rest: samples(), wheel: samples(), fling: samples() };
  for (let round = 0; round < SCROLLS; round++) {
    for (const [speed, pixels] of Object.entries({ rest: 0, ...speeds }) as [keyof typeof samplesOf, number][]) {
      await page.locator(LIST).evaluate((list) => list.scrollTo(0, 0));
      await sample(samplesOf[speed], page, pixels);
    }
  }
  const rows = await page.locator(`${LIST} li`).count();
  context.note(
    `${FRAMES} frames of a list of ${height} px: wheel ${speeds.wheel} px at each, fling ${speeds.fling} px`,
  );
  await pages.leave(page);
  return [
    ...(["wheel", "fling"] as const).flatMap((speed) => speedFigures(speed, samplesOf[speed], samplesOf.rest)),
    measured("scrolling: rows in the page", "rows", [rows]),
  ];
};

const speedFigures = (speed: string, scrolls: Samples, rests: Samples): readonly Figure[] => [
  against(`scrolling, ${speed}: CPU of the page for a frame`, "ms", scrolls.cpu, rests.cpu),
  against(`scrolling, ${speed}: frames that did not come in time`, `of ${FRAMES}`, scrolls.dropped, rests.dropped),
  against(`scrolling, ${speed}: longest task above 50 ms`, "ms", scrolls.longest, rests.longest),
];

interface Samples {
  readonly dropped: number[];
  readonly longest: number[];
  readonly cpu: number[];
}

const samples = (): Samples => ({ dropped: [], longest: [], cpu: [] });

/** Adds what some frames took, each with the list moved by so many pixels. */
const sample = async ({ dropped, longest, cpu }: Samples, page: Page, pixels: number): Promise<void> => {
  const spent = await mainThreadCpu(page, async () => {
    const seen = await frames(page, LIST, FRAMES, pixels);
    dropped.push(droppedOf(seen));
    longest.push(longestOf(seen));
  });
  cpu.push(spent / FRAMES);
};

const against = (name: string, unit: string, subject: readonly number[], reference: readonly number[]): Figure =>
  compared({ name, unit, referenceName: AT_REST }, { subject, reference });

const dropFigures = async (context: BenchContext, quarry: QuarryServer, pages: ConsolePages) => {
  using client = await QuarryClient.open(quarry);
  await client.call("POST", "/v1/collections", { name: "dropped" });
  const files = await writeFiles(context, scaled(context, FILES, 20));
  const page = await pages.visit("/console/collections/dropped");
  await shownAt(page, DROP_ZONE);
  const inFlight = mostInFlight(page, files.length);
  const started = performance.now();
  await dropFiles(page, DROP_ZONE, files);
  const most = await inFlight;
  const seconds = (performance.now() - started) / 1000;
  using again = await QuarryClient.open(quarry);
  const { total } = await again.call<{ total: number }>("GET", "/v1/collections/dropped/documents?limit=1");
  if (total !== files.length) throw new Error(`${files.length} files dropped, and ${total} documents made`);
  await pages.leave(page);
  context.note(`${files.length} files dropped at once`);
  return [
    measured("drop: until all are uploaded", "s", [seconds]),
    measured("drop: uploads at the same time, at most", "uploads", [most], { of: "value", atMost: MOST_IN_FLIGHT }),
  ];
};

const writeFiles = async (context: BenchContext, count: number): Promise<readonly string[]> => {
  const folder = join(context.directory, "files");
  await mkdir(folder);
  const files = texts(count).map((text, index) => ({ path: join(folder, `note-${index}.md`), text }));
  await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
  return files.map(({ path }) => path);
};

/** The most uploads that a page had under way at one time, until so many were answered; fails when one was refused. */
const mostInFlight = (page: Page, count: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let under = 0;
    let most = 0;
    let answered = 0;
    const late = setTimeout(() => reject(new Error(`${answered} of ${count} uploaded`)), UPLOAD_DEADLINE_MS);
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/documents")) most = Math.max(most, (under += 1));
    });
    page.on("response", (response) => {
      if (response.request().method() !== "POST" || !response.url().endsWith("/documents")) return;
      under -= 1;
      answered += 1;
      if (response.status() !== 201) reject(new Error(`an upload was answered with ${response.status()}`));
      if (answered < count) return;
      clearTimeout(late);
      resolve(most);
    });
  });
