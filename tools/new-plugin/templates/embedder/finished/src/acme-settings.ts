import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

/** Settings of the plugin, under `settings` in the config file. An unknown key stops the service with a message. */
export const acmeSettings = defineSettings({
  pieceLength: setting.integer({
    description: "Letters of the pieces that words are cut into, so that forms of a word are alike.",
    minimum: 2,
    maximum: 8,
    default: 4,
  }),
});

export type AcmeSettings = SettingsOf<typeof acmeSettings>;
