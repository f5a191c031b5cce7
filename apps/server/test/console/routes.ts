import { readFileSync } from "node:fs";
import type { Filled } from "./fill.ts";

const PAGES = new URL("../../../console/src/shell/pages.ts", import.meta.url);

/** Tabs of pages that have them; the first has no name in the address. */
const TABS: Readonly<Record<string, readonly string[]>> = {
  "/collections/:name/:tab?": ["", "settings", "analytics", "index"],
  "/collections/:name/documents/:documentId/:tab?": ["", "tables", "markdown"],
  "/plugins/:tab?": ["", "models", "settings", "file"],
};

/** Route patterns of the console's pages, read from its router. */
export const ROUTES: readonly string[] = [...readFileSync(PAGES, "utf8").matchAll(/^ {4}path: "([^"]+)"/gm)].map(
  (match) => match[1]!,
);

/** Returns the addresses of a route pattern in a filled service; a parameter without a value is an error. */
export const addressesOf = (
  route: string,
  { collection, documentId, pagedId, webhookId }: Filled,
): readonly string[] => {
  const parameters: Readonly<Record<string, readonly string[]>> = {
    ":name": [collection],
    ":documentId": [route.includes(":page") ? pagedId : documentId],
    ":page": ["1"],
    ":tab?": TABS[route] ?? [],
    ":id?": ["", webhookId],
  };
  const addresses = route.split("/").reduce<readonly string[]>(
    (paths, part) => {
      const values = part.startsWith(":") ? parameters[part] : [part];
      if (values === undefined || values.length === 0) throw new Error(`${route}: what is ${part}?`);
      return paths.flatMap((path) => values.map((value) => (value === "" ? path : `${path}/${value}`)));
    },
    ["/console"],
  );
  return addresses;
};
