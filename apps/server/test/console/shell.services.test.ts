import { freePort } from "@quarry/services";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const PATIENCE = { timeout: 45_000 };

const isAt = (page: Page, heading: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: heading }).waitFor();

const link = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name });

/** Returns the name of the focused element, and whether its focus is visible. */
const focused = (page: Page): Promise<{ readonly name: string; readonly isSeen: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement!;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return {
      name: element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "",
      isSeen: width > 1 && height > 1 && ((outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none"),
    };
  });

const colorScheme = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

describe("the console's shell", () => {
  const server = useServer();
  const browser = useBrowser(server);

  test("every navigation link is reachable by keyboard, and its focus is visible", async () => {
    const page = await browser.open("/console");
    await isAt(page, "Overview");
    const names: string[] = [];
    while (names.at(-1) !== "Sign out") {
      await page.keyboard.press("Tab");
      const { name, isSeen } = await focused(page);
      expect([name, isSeen]).toEqual([name, true]);
      names.push(name);
      expect(names.length).toBeLessThan(30);
    }
    const places = ["Overview", "Collections", "Search", "Jobs", "Webhooks", "Keys", "Plugins and config"];
    expect(names[0]).toBe("Skip to the content");
    expect(names[1]).toMatch(/go to the overview/i);
    expect(names.slice(2, 9)).toEqual(places);
    for (const place of places.slice(1)) {
      await link(page, place).focus();
      await page.keyboard.press("Enter");
      await isAt(page, place);
      expect(await link(page, place).getAttribute("aria-current")).toBe("page");
      // The next element belongs to the page itself, not to the navigation again.
      await expect.poll(() => page.evaluate(() => document.activeElement?.id), PATIENCE).toBe("content");
    }
  });

  test("the skip link moves the focus past the navigation", async () => {
    const page = await browser.open("/console");
    await isAt(page, "Overview");
    await page.keyboard.press("Tab");
    await screenshot(page, "skip link light 1280", { of: "window" });
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await isAt(page, "Overview");
  });

  test("back and forward navigate through the pages, each with its title", async () => {
    const page = await browser.open("/console");
    await isAt(page, "Overview");
    await link(page, "Collections").click();
    await isAt(page, "Collections");
    await link(page, "Search").click();
    await isAt(page, "Search");
    await page.goBack();
    await isAt(page, "Collections");
    await expect.poll(() => page.title(), PATIENCE).toBe("Collections · Quarry");
    await page.goBack();
    await isAt(page, "Overview");
    await page.goForward();
    await isAt(page, "Collections");
  });

  test("a chosen theme persists after a reload, and in the API reference", async () => {
    const page = await browser.open("/console");
    await isAt(page, "Overview");
    expect(await colorScheme(page)).toBe("light");
    await page.getByRole("button", { name: /Theme/ }).click();
    await page.getByRole("option", { name: "Dark" }).click();
    await expect.poll(() => colorScheme(page), PATIENCE).toBe("dark");
    await page.reload();
    expect(await colorScheme(page)).toBe("dark");
    await page.goto("/docs");
    expect(await colorScheme(page)).toBe("dark");
    await page.getByLabel("Theme").selectOption("Light");
    await page.getByRole("link", { name: "Console" }).click();
    await isAt(page, "Overview");
    expect(await colorScheme(page)).toBe("light");
  });

  test("an unknown page is reported, with a link to the overview", async () => {
    const page = await browser.open("/console/no/such/page");
    await page.getByText("Page not found").waitFor();
    await screenshot(page, "unknown page light 1280");
    await axe(page);
    await page.getByRole("main").getByRole("link", { name: "Go to the overview" }).click();
    await isAt(page, "Overview");
  });

  test("a missing file returns an empty 404 instead of a page", async () => {
    const answer = await server.api.call("GET", "/console/assets/nothing.js", { token: null });
    expect([answer.status, answer.text]).toEqual([404, ""]);
  });

  test("on a phone the navigation opens from its button, and closes after a link is followed", async () => {
    const page = await browser.open("/console", { width: 360 });
    await isAt(page, "Overview");
    expect(await link(page, "Search").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    await screenshot(page, "menu light 360", { of: "window" });
    await axe(page);
    await fits(page);
    await link(page, "Search").click();
    await isAt(page, "Search");
    await expect.poll(() => link(page, "Search").isVisible(), PATIENCE).toBe(false);
  });

  test("the root address redirects browsers to the console, but not programs", async () => {
    const page = await browser.open("/");
    await isAt(page, "Overview");
    expect(new URL(page.url()).pathname).toBe("/console");
    expect((await server.api.call("GET", "/")).status).toBe(404);
  });
});

const port = String(await freePort());

describe("while the service is unavailable", () => {
  const server = useServer({ SERVICE_PORT: port });
  const browser = useBrowser(server);

  /** Problems that any page may report while the service is unavailable. */
  const AWAY = [/^request failed: .* net::ERR_/, /^console error: .*(Failed to fetch|preload CSS|Load failed)/];

  test("a page reports it, remains visible, and reloads its data once the service is back", async () => {
    const page = await browser.open("/console/collections", { allow: AWAY });
    await isAt(page, "Collections");
    await link(page, "Search").click();
    await isAt(page, "Search");
    await server.current.stop();
    const away = page.getByText("The service can't be reached").first();
    // Recently read data is shown from the cache; a later request shows the page that the service is unavailable.
    const look = async (): Promise<boolean> => {
      await link(page, "Search").click();
      await link(page, "Collections").click();
      return away.isVisible();
    };
    await expect.poll(look, { timeout: 60_000, interval: 1_000 }).toBe(true);
    await isAt(page, "Collections");
    await screenshot(page, "service away light 1280", { of: "window" });
    await axe(page);
    await server.current.startAgain();
    await server.api.createCollection("made_meanwhile");
    await away.waitFor({ state: "hidden" });
    await page.getByText("made_meanwhile").first().waitFor();
  });

  test("a page whose code is not loaded yet reports it, and opens once the service is back", async () => {
    const page = await browser.open("/console", { allow: AWAY });
    await isAt(page, "Overview");
    await server.current.stop();
    await link(page, "Plugins and config").click();
    await page.getByText("The service can't be reached").first().waitFor();
    await screenshot(page, "service away, page not loaded light 1280", { of: "window" });
    await server.current.startAgain();
    await isAt(page, "Plugins and config");
    await expect.poll(() => page.getByText("The service can't be reached").count(), PATIENCE).toBe(0);
  });
});
