import { fileURLToPath } from "node:url";
import { formatText } from "@quarry/format";
import { cliPage } from "./cli-page.ts";
import { configurationPage } from "./configuration-page.ts";
import { errorsPage } from "./errors-page.ts";
import { pluginsPage } from "./plugins-page.ts";
import { protosPage } from "./protos-page.ts";
import { restPage } from "./rest-page.ts";

/** Folder of the reference, with a trailing slash. */
export const REFERENCE = fileURLToPath(new URL("../../../docs/reference/", import.meta.url));

const NOTE = "<!-- Written by `npm run reference` from what it describes; don't edit. -->";

const PAGES = {
  "rest.md": restPage,
  "protos.md": protosPage,
  "configuration.md": configurationPage,
  "plugins.md": pluginsPage,
  "cli.md": cliPage,
  "errors.md": errorsPage,
} as const;

export type PageName = keyof typeof PAGES;

export const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[];

/** Returns the up-to-date text of a page. */
export const page = async (name: PageName): Promise<string> => {
  const text = `${NOTE}\n\n${await PAGES[name]()}\n`;
  return formatText(name, text);
};
