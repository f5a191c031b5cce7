import { ConfigurationFile, type Setting, SETTINGS } from "@quarry/host";
import type { Schema } from "effect";
import { code, paragraphs, table } from "./markdown.ts";
import { settingsTable } from "./settings-table.ts";

/** Generates a page with the environment's settings and the sections of the configuration file. */
export const configurationPage = (): string =>
  paragraphs(
    "# Configuration",
    "The service takes its settings from the environment, and what concerns plugins and keys from a file. Both are checked at the start: a wrong value stops it with a message that names the place, what came and what may be. `quarry config check` does the same without a start.",
    "## Environment",
    table(
      ["Variable", "Must be", "Default", ""],
      (Object.values(SETTINGS) as readonly Setting<unknown>[]).map(
        ({ variable, expected, defaultText, description }) => [
          code(variable),
          expected,
          defaultText === undefined ? "" : code(defaultText),
          description,
        ],
      ),
    ),
    "## The configuration file",
    "JSON with comments, named by `SERVICE_CONFIG`. Every section may be left out. `settings` of a plugin are told in [plugins](plugins.md), the limits in [reading files](../guides/parsing.md).",
    settingsTable(ConfigurationFile as unknown as Schema.Codec<unknown, unknown>),
  );
