import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

/** Settings of the plugin, under `settings` in the config file. An unknown key stops the service with a message. */
export const acmeSettings = defineSettings({
  syncToDisk: setting.boolean({
    description: "Whether a write ends only when the disk has it. Off, a power cut may lose the last ones.",
    default: true,
  }),
});

export type AcmeSettings = SettingsOf<typeof acmeSettings>;
