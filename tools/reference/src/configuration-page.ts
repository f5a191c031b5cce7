import { ConfigurationFile, type Setting, SETTINGS } from "@quarry/host";
import type { Schema } from "effect";
import { code, paragraphs, table } from "./markdown.ts";
import { settingsTable } from "./settings-table.ts";

/** Generates a page with the environment's settings and the sections of the configuration file. */
export const configurationPage = (): string =>
  paragraphs(
    "# Configuration",
    "The service reads its settings from the environment, and the configuration of plugins and keys from a file. Both are validated at the start: an invalid value stops it with a message that names the setting, the value and what is allowed. `quarry config check` validates them without a start.",
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
    "JSON with comments, named by `SERVICE_CONFIG`. Every section is optional. [Plugins](plugins.md) describes the `settings` of each plugin, [reading files](../guides/parsing.md) the limits.",
    settingsTable(ConfigurationFile as unknown as Schema.Codec<unknown, unknown>),
  );
