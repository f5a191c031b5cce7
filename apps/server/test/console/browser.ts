import { launchChromium } from "@quarry/services";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Api } from "../harness/api.ts";
import { screenshot } from "./screenshot.ts";
import { signIn } from "./sign-in.ts";
import { Watch } from "./watch.ts";

export interface OpenOptions {
  /** Key of the signed-in user. Default: the server's secret, which has all rights. Null: signed out. */
  readonly key?: string | null;
  /** Colour scheme of the operating system. Default: light. */
  readonly theme?: "light" | "dark";
  /** Window width in CSS pixels. Default: 1280. A phone has 360. */
  readonly width?: number;
  /** Problems that {@link Watch} may report without failing the test, such as `/^status 413: /`. */
  readonly allow?: readonly RegExp[];
}

export interface TestBrowser {
  /** Opens a page in a new profile, at this path of the server. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Page>;
}

/** The tests' reader is not in UTC, so that a time shown in the wrong zone fails a test. */
const READER = { locale: "en-GB", timezoneId: "Asia/Kolkata" } as const;

/** Height of a phone; a laptop's window is not much higher. */
const HEIGHT = 800;

/** Enough for a page on a busy machine; a longer wait means that the element won't appear. */
const ELEMENT_DEADLINE_MS = 45_000;

/** Options of `expect.poll`, whose default timeout is one second. */
export const POLL = { timeout: ELEMENT_DEADLINE_MS } as const;

/**
 * Provides one browser for the tests of a file or a `describe`. A test fails at its end if its pages reported a problem
 * that was not allowed: see {@link Watch}. The pages of a failed test are saved as screenshots.
 */
export const useBrowser = (server: {
  readonly current: { readonly api: Api; readonly secret: string };
}): TestBrowser => {
  let browser: Browser | undefined;
  const opened: { readonly context: BrowserContext; readonly watch: Watch }[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async ({ task }) => {
    const used = opened.splice(0);
    if (task.result?.state === "fail") await keep(task.name, used);
    await Promise.all(used.map(({ context }) => context.close()));
    expect(used.flatMap(({ watch }) => watch.problems)).toEqual([]);
  });
  afterAll(() => browser?.close());

  return {
    open: async (path, { key, theme = "light", width = 1280, allow = [] } = {}) => {
      const { api, secret } = server.current;
      const { address } = api;
      const context = await browser!.newContext({
        ...READER,
        baseURL: address,
        viewport: { width, height: HEIGHT },
        colorScheme: theme,
        // Moving elements can't be captured in screenshots; with reduced motion all of them appear at once.
        reducedMotion: "reduce",
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const watch = new Watch(address, allow);
      opened.push({ context, watch });
      context.setDefaultTimeout(ELEMENT_DEADLINE_MS);
      await watch.over(context);
      if (key !== null) await signIn(context, address, key ?? secret);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
  };
};

const keep = async (test: string, used: readonly { readonly context: BrowserContext }[]): Promise<void> => {
  const pages = used.flatMap(({ context }) => context.pages());
  for (const [index, page] of pages.entries()) {
    // A closed page can't be captured; the error must not hide why the test failed.
    await screenshot(page, `failed ${test.replaceAll(/[^\w ]/g, "")} ${index}`).catch(() => undefined);
  }
};
