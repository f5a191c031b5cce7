import { type Setting, SETTINGS } from "@quarry/host";

const START = "<!-- settings:start -->";
const END = "<!-- settings:end -->";
const HEAD = ["| Variable | Default | |", "| --- | --- | --- |"];

/** The README's settings table, from the one place where settings are declared. */
export const settingsTable = (): string =>
  [...HEAD, ...(Object.values(SETTINGS) as readonly Setting<unknown>[]).map(row)].join("\n");

const row = ({ variable, defaultText, description }: Setting<unknown>): string =>
  `| \`${variable}\` | ${defaultText === undefined ? "" : `\`${defaultText}\``} | ${description} |`;

/** The text with everything between the markers replaced by the table. */
export const withSettingsTable = (text: string): string => {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`${START} and ${END} must stand in the text, in this order`);
  return `${text.slice(0, start + START.length)}\n\n${settingsTable()}\n\n${text.slice(end)}`;
};
