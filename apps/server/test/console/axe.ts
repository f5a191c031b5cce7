import axeCore from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Impacts that prevent people from using a page; lower ones are often matters of taste. */
const FAILING = new Set(["serious", "critical"]);

/** Maximum number of elements listed for a violated rule. */
const MAX_ELEMENTS = 5;

/**
 * Fails if axe finds a serious or critical violation in the current page. `except` names rules that the page can't
 * satisfy, such as those that third-party content violates.
 */
export const axe = async (page: Page, { except = [] }: { readonly except?: readonly string[] } = {}): Promise<void> => {
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: typeof axeCore }).axe.run(document, {
        resultTypes: ["violations"],
        rules,
        // Axe fetches nothing: requests would be attributed to the page.
        preload: false,
      }),
    Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
  );
  const found = violations.filter(({ impact }) => FAILING.has(impact ?? "")).map(readable);
  expect(found, `axe on ${page.url()}`).toEqual([]);
};

/** Formats the rule, its elements with what is wrong with each, and the rule's help page. */
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
