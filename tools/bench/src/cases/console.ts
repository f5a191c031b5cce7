import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, launchChromium, type Page } from "@quarry/services";
import { madeUpWords, Quarry } from "@quarry/services/kit";
import { type Bench, type Case, Skipped } from "../harness/bench.ts";
import { Caller } from "../support/caller.ts";

const BUILD = fileURLToPath(new URL("../../../../apps/console/build/build.ts", import.meta.url));
const LIST = '[role="region"][aria-label="Documents"]';
const FRAMES = 300;
/** Pixels per frame of a fast wheel: 36,000 pixels a second. */
const WHEEL_PIXELS = 600;
const FRAME_MS = 1_000 / 60;

export default {
  summary:
    "the console in Chromium: a first visit of two pages; scrolling through 10,000 documents against the page at rest",
  run: async (bench) => {
    const browser = await launchChromium().catch((error: Error) => {
      throw new Skipped(error.message.split("\n")[0]!);
    });
    bench.use(browser);
    await promisify(execFile)(process.execPath, [...process.execArgv, BUILD, "--if-stale"]);
    const quarry = bench.use(await Quarry.start());
    await quarry.call("POST", "/v1/collections", { name: "many" });
    const count = bench.scaled(10_000, 50);
    const texts = Array.from({ length: count }, (_, index) => madeUpWords().document(200, index + 1));
    const seconds = await bench.use(new Caller(quarry)).ingest("many", texts);
    bench.note(`${count} documents ingested in ${seconds.toFixed(0)} s`);
    await visits(bench, browser, quarry, "/console", "h1");
    await visits(bench, browser, quarry, "/console/collections/many", `${LIST} li`);
    await scrolls(bench, await visit(browser, quarry, "/console/collections/many"));
  },
} satisfies Case;

/** Opens a page in a new profile with an empty cache. */
const visit = async (browser: Browser, quarry: Quarry, path: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: quarry.address, viewport: { width: 1280, height: 800 } });
  const signIn = { data: { key: quarry.secret } };
  const answer = await context.request.post(`${quarry.address}/console/trpc/session.open`, signIn);
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`);
  const page = await context.newPage();
  await page.goto(path);
  return page;
};

/**
 * Measures first visits, from the start of the navigation to the first contentful paint, and to the element `whole`.
 */
const visits = async (bench: Bench, browser: Browser, quarry: Quarry, path: string, whole: string): Promise<void> => {
  const [paints, complete] = [[] as number[], [] as number[]];
  for (let left = bench.isSmoke ? 1 : 9; left > 0; left -= 1) {
    const page = await visit(browser, quarry, path);
    await page.waitForSelector(whole, { state: "attached" });
    complete.push(await page.evaluate(() => performance.now()));
    const [paint] = await page.evaluate(() =>
      performance.getEntriesByName("first-contentful-paint").map(({ startTime }) => startTime),
    );
    paints.push(paint ?? Number.NaN);
    await page.context().close();
  }
  // The first visits run before any code is compiled.
  const first = bench.isSmoke ? 0 : 2;
  bench.figure(`${path}: first contentful paint`, "ms", paints.slice(first));
  bench.figure(`${path}: what was asked for is there`, "ms", complete.slice(first));
};

const scrolls = async (bench: Bench, page: Page): Promise<void> => {
  await page.waitForSelector(`${LIST} li`);
  const list = page.locator(LIST);
  const height = await list.evaluate(({ scrollHeight }) => scrollHeight);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spentMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1_000;
  };
  /**
   * Renders some frames and scrolls the list by this number of pixels in each. The CPU time of the page's thread is the
   * same on a busy machine.
   */
  const frames = async (pixels: number) => {
    await list.evaluate((element) => element.scrollTo(0, 0));
    const before = await spentMs();
    const gaps = await list.evaluate(
      async (element, { frames, pixels }) => {
        const gaps: number[] = [];
        let last = performance.now();
        for (let frame = 0; frame < frames; frame += 1) {
          element.scrollTop += pixels;
          const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
          gaps.push(now - last);
          last = now;
        }
        return gaps;
      },
      { frames: FRAMES, pixels },
    );
    const late = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
    return { cpu: ((await spentMs()) - before) / FRAMES, late, most: Math.max(...gaps) };
  };
  // At a small scale the list is shorter than the wheel's distance.
  const fling = Math.ceil(height / FRAMES);
  for (const [speed, pixels] of Object.entries({ wheel: Math.min(WHEEL_PIXELS, fling), fling })) {
    await bench.compare({
      reference: "the same page at rest",
      ...{ rounds: 3, warmUp: 0, subject: () => frames(pixels), other: () => frames(0) },
      figures: {
        cpu: [`scrolling, ${speed}: CPU of the page for a frame`, "ms"],
        late: [`scrolling, ${speed}: frames that did not come in time`, `of ${FRAMES}`],
        most: [`scrolling, ${speed}: longest time between two`, "ms"],
      },
    });
  }
  bench.figure("scrolling: rows in the page", "rows", [await page.locator(`${LIST} li`).count()]);
};
