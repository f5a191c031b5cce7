import { InstallationService } from "@quarry/api";
import { Installation } from "@quarry/host";
import { Effect } from "effect";
import { type BoundService, bindWholeService, refuseLimitedKey } from "./handler.ts";
import { toConfigurationSection, toPlugin, toServiceSetting } from "./installation-messages.ts";
import { runEffect } from "./run-effect.ts";

/** Creates the rpcs of InstallationService. */
export const makeInstallationHandlers = (version: string): Effect.Effect<BoundService, never, Installation> =>
  Effect.map(Installation, (installation) =>
    bindWholeService(InstallationService, {
      listPlugins: async (_request, context) => {
        refuseLimitedKey(context);
        return { plugins: (await runEffect(installation.plugins)).map(toPlugin) };
      },

      getConfiguration: async (_request, context) => {
        refuseLimitedKey(context);
        const { configFile, settings } = installation;
        const sections = await runEffect(installation.sections);
        return {
          version,
          ...(configFile !== undefined && { configFile }),
          settings: settings.map(toServiceSetting),
          sections: sections.map(toConfigurationSection),
        };
      },
    }),
  );
