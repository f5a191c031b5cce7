import { expect, test } from "vitest";
import { allPages } from "./paging.ts";

test.each([0, 1, 999, 1_000, 1_001, 2_500])("yields all of %i items, once and in order", async (count) => {
  const items = Array.from({ length: count }, (_, index) => index);
  const seen: number[] = [];
  for await (const item of allPages(async ({ limit, offset }) => items.slice(offset, offset + limit))) seen.push(item);
  expect(seen).toEqual(items);
});

test("requests no page that is not consumed", async () => {
  const requested: number[] = [];
  const pages = allPages(async ({ limit, offset }) => {
    requested.push(offset);
    return Array.from({ length: limit }, (_, index) => offset + index);
  });
  for await (const item of pages) if (item === 10) break;
  expect(requested).toEqual([0]);
});
