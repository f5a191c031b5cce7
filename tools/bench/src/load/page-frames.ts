import type { Page } from "@quarry/services";

export interface Frames {
  /** Milliseconds from each frame to the next. */
  readonly gaps: readonly number[];
  /** Milliseconds of each task that held the page up for more than 50 ms. */
  readonly longTasks: readonly number[];
}

/** Watches a page's frames, and scrolls an element by some pixels at each of them; 0 watches the page at rest. */
export const frames = (page: Page, selector: string, count: number, pixels: number): Promise<Frames> =>
  page.evaluate(
    async ({ selector, count, pixels }) => {
      const scroller = document.querySelector(selector);
      if (scroller === null) throw new Error(`there is no ${selector}`);
      const longTasks: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasks.push(duration);
      });
      observer.observe({ type: "longtask" });
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page knows nothing from out here
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const gaps: number[] = [];
      let previous = await nextFrame();
      for (let frame = 0; frame < count; frame++) {
        scroller.scrollTop += pixels;
        const now = await nextFrame();
        gaps.push(now - previous);
        previous = now;
      }
      observer.disconnect();
      return { gaps, longTasks };
    },
    { selector, count, pixels },
  );

/** CPU time of the page's main thread while something goes on, in milliseconds: it tells the same on a busy machine. */
export const mainThreadCpu = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const seconds = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
  const before = await seconds();
  await work();
  const spent = (await seconds()) - before;
  await session.detach();
  return spent * 1000;
};

/** At 60 frames a second. */
const FRAME_MS = 1000 / 60;

/** How many frames did not come in their turn. */
export const droppedOf = ({ gaps }: Frames): number =>
  gaps.reduce((dropped, gap) => dropped + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);

/** The longest task in milliseconds; 0 when none took more than 50. */
export const longestOf = ({ longTasks }: Frames): number => Math.max(0, ...longTasks);
