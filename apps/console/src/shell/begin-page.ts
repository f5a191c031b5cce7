import { PAGES } from "./pages.ts";

/** Starts loading the code of the page at an address while the session is still being requested. */
export const beginPage = (address: string): void => {
  const path = address.replace(/^\/console/, "");
  const page = PAGES.find(({ path: pattern }) => expressionOf(pattern).test(path));
  // The page itself retries a failed load, and reports it.
  page?.load().catch(() => undefined);
};

/** Returns the regular expression of a router pattern: `/collections/:name/:tab?`. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/\/:\w+\?/g, "(?:/[^/]+)?")
      .replaceAll(/:\w+/g, "[^/]+")
      .replace(/\/$/, "")}/?$`,
  );
