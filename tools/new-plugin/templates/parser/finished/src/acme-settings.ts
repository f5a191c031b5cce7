import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

/** Settings of the plugin, under `settings` in the config file. An unknown key stops the service with a message. */
export const acmeSettings = defineSettings({
  headingMark: setting.choice(["=", "#", "*"], {
    description: "The character that a heading begins with, once per level.",
    default: "=",
  }),
});

export type AcmeSettings = SettingsOf<typeof acmeSettings>;
