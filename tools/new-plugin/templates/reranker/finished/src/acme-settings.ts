import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

/** Settings of the plugin, under `settings` in the config file. An unknown key stops the service with a message. */
export const acmeSettings = defineSettings({
  ignoredWords: setting.list(setting.text({ description: "A word in lower case." }), {
    description: "Words of a question that say nothing about its subject.",
    default: ["a", "does", "how", "is", "of", "the", "what", "where"],
  }),
});

export type AcmeSettings = SettingsOf<typeof acmeSettings>;
