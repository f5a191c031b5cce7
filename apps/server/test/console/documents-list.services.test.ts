import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);

const DOCUMENTS = [
  { filename: "pump.md", metadata: { team: "water", year: 2021, tags: ["steel", "old"] }, bytes: "The pump." },
  { filename: "Valve.md", metadata: { team: "water", year: 2024, tags: ["steel"] }, bytes: "A valve, longer." },
  { filename: "turbine.txt", metadata: { team: "power", year: 2024 }, bytes: "The turbine turns, and turns." },
  { filename: "Old pump.txt", metadata: { team: "power", year: 1999 }, bytes: "Gone." },
] as const;

beforeAll(async () => {
  await server.api.createCollection("plant");
  for (const document of DOCUMENTS) await server.api.ingest({ collection: "plant", ...document });
});

const documents = (page: Page) => page.getByRole("region", { name: "Documents", exact: true });
const names = (page: Page) => documents(page).getByRole("listitem").getByRole("link").filter({ hasText: /\./ });
const namesAre = async (page: Page, expected: readonly string[]): Promise<void> => {
  await expect.poll(() => names(page).allTextContents(), POLL).toEqual(expected);
};

const find = (page: Page, part: string) => page.getByRole("searchbox", { name: "Part of the file name" }).fill(part);

const sortBy = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: /Sort$/ }).click();
  await page.getByRole("option", { name }).click();
};

const addCondition = async (page: Page, field: string, value: string): Promise<void> => {
  await page.getByRole("button", { name: "Add a condition" }).click();
  await page.getByRole("textbox", { name: "Field" }).last().fill(field);
  await page.getByRole("textbox", { name: "Value" }).last().fill(value);
};

test("the list is found by a part of the name, sorted and filtered, and its address leads back to it", async () => {
  const page = await browser.open("/console/collections/plant");
  await namesAre(page, ["Old pump.txt", "turbine.txt", "Valve.md", "pump.md"]);
  await sortBy(page, "Name, A to Z");
  await namesAre(page, ["Old pump.txt", "pump.md", "turbine.txt", "Valve.md"]);
  await sortBy(page, "Largest first");
  await namesAre(page, ["turbine.txt", "Valve.md", "pump.md", "Old pump.txt"]);
  await find(page, "PUMP");
  await namesAre(page, ["pump.md", "Old pump.txt"]);
  await page.getByText("2 documents match").waitFor();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await addCondition(page, "team", "water");
  await namesAre(page, ["pump.md"]);
  await page.getByRole("button", { name: "Filters (1)" }).waitFor();
  await axe(page);

  await names(page).first().click();
  await page.getByRole("heading", { level: 1, name: "pump.md" }).waitFor();
  await page.goBack();
  await namesAre(page, ["pump.md"]);
  expect(await page.getByRole("textbox", { name: "Value" }).inputValue()).toBe("water");
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await namesAre(page, ["pump.md", "Old pump.txt"]);
  await find(page, "nothing is called so");
  await page.getByText("No document matches").waitFor();
  await page.getByRole("button", { name: "Show all documents" }).click();
  await namesAre(page, ["turbine.txt", "Valve.md", "pump.md", "Old pump.txt"]);
});

test("a filter that the service refuses is told in its words, and the list comes back with a better one", async () => {
  const page = await browser.open("/console/collections/plant?filters=%7B%22page%22%3A3%7D", {
    allow: [/^status 400: GET/],
  });
  await page.getByRole("alert").filter({ hasText: "The service refused this" }).waitFor();
  await page.getByRole("textbox", { name: "Field" }).fill("year");
  await page.getByRole("textbox", { name: "Value" }).fill("1999");
  await namesAre(page, ["Old pump.txt"]);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test(`the tools of the list in ${theme}, ${width} px wide`, async () => {
      const filters = encodeURIComponent(JSON.stringify({ year: { $gte: 2000 } }));
      const page = await browser.open(`/console/collections/plant?sort=filename&filters=${filters}`, { theme, width });
      await namesAre(page, ["pump.md", "turbine.txt", "Valve.md"]);
      await axe(page);
      await fits(page);
      await screenshot(page, `list tools ${theme} ${width}`);
    });
  }
}
