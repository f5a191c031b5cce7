import { type Setting, SETTINGS } from "@quarry/host";
import { withTable } from "./generated-table.ts";

const HEAD = ["| Variable | Default | |", "| --- | --- | --- |"];

/** The README's settings table, from the one place where settings are declared. */
export const settingsTable = (): string =>
  [...HEAD, ...(Object.values(SETTINGS) as readonly Setting<unknown>[]).map(row)].join("\n");

const row = ({ variable, defaultText, description }: Setting<unknown>): string =>
  `| \`${variable}\` | ${defaultText === undefined ? "" : `\`${defaultText}\``} | ${description} |`;

export const withSettingsTable = (text: string): string => withTable(text, "settings", settingsTable());
