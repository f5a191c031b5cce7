import axeCore from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Impacts that keep people from using a page; lower ones are matters of taste as often as not. */
const FAILING = new Set(["serious", "critical"]);

/** Most elements listed for a violated rule. */
const MAX_ELEMENTS = 5;

/**
 * Fails when axe finds something serious or critical in the page as it now stands. `except` names rules that the page
 * can't hold, such as those that a part made elsewhere breaks.
 */
export const axe = async (page: Page, { except = [] }: { readonly except?: readonly string[] } = {}): Promise<void> => {
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: typeof axeCore }).axe.run(document, {
        resultTypes: ["violations"],
        rules,
        // Nothing is fetched: it would count as the page's own doing.
        preload: false,
      }),
    Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  );
  const found = violations.filter(({ impact }) => FAILING.has(impact ?? "")).map(readable);
  expect(found, `axe on ${page.url()}`).toEqual([]);
};

/** Rule, elements and what is wrong with each, with the page of the rule. */
const readable = ({ id, impact, help, helpUrl, nodes }: axeCore.Result): string =>
  [
    `${id} (${impact}): ${help}`,
    ...nodes.slice(0, MAX_ELEMENTS).map(({ target, html, failureSummary }) => {
      const summary = failureSummary?.replaceAll(/\s*\n\s*/g, " ") ?? "";
      return `  ${target.join(" ")}\n    ${html.slice(0, 200)}\n    ${summary}`;
    }),
    ...(nodes.length > MAX_ELEMENTS ? [`  … and ${nodes.length - MAX_ELEMENTS} more`] : []),
    `  ${helpUrl}`,
  ].join("\n");
