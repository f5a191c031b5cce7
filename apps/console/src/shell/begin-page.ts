import { PAGES } from "./pages.ts";

/** Begins to load the code of the page that an address leads to, while it is still asked who is signed in. */
export const beginPage = (address: string): void => {
  const path = address.replace(/^\/console/, "");
  const page = PAGES.find(({ path: pattern }) => expressionOf(pattern).test(path));
  // The page itself retries a failed load, and reports it.
  page?.load().catch(() => undefined);
};

/** Regular expression for one of the router's patterns: `/collections/:name/:tab?`. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/\/:\w+\?/g, "(?:/[^/]+)?")
      .replaceAll(/:\w+/g, "[^/]+")
      .replace(/\/$/, "")}/?$`,
  );
