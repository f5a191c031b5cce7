import {
  PARSER_LIMIT_SETTINGS,
  type ParserLimitSetting,
  PLUGIN_TIMEOUT_SETTINGS,
  type PluginTimeoutSetting,
} from "@quarry/host";
import { withTable } from "./generated-table.ts";

const HEAD = ["| Limit | Default | |", "| --- | --- | --- |"];

/** The guide's table of parser limits, from the one place where they are declared. */
const limitsTable = (): string => [...HEAD, ...PARSER_LIMIT_SETTINGS.map(row)].join("\n");

const row = ({ name, defaultValue, description }: ParserLimitSetting): string =>
  `| \`${name}\` | ${defaultValue.toLocaleString("en")} | ${description} |`;

export const withLimitsTable = (text: string): string => withTable(text, "limits", limitsTable());

const timeoutRow = ({ name, defaultSeconds, description }: PluginTimeoutSetting): string =>
  `| \`${name}\` | ${defaultSeconds.toLocaleString("en")} | ${description} |`;

/** The table of how long calls of plugins may take. */
export const withTimeoutsTable = (text: string): string =>
  withTable(text, "timeouts", [...HEAD, ...PLUGIN_TIMEOUT_SETTINGS.map(timeoutRow)].join("\n"));
