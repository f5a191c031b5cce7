import { defineSettings, setting, type SettingsOf } from "@quarry/plugin";

/** Settings of the Tika server in the config. */
export const tikaSettings = defineSettings({
  url: setting.url({
    description: "Address of the server. Redirects are not followed.",
    default: "http://127.0.0.1:9998",
  }),
  headers: setting.record(setting.secret({ description: "Value of the header.", mayBeEmpty: true }), {
    description: "Headers sent with every request: a proxy's key, options of Tika (X-Tika-…).",
    default: {},
  }),
  timeoutSeconds: setting.integer({
    description: "Seconds that the server may take for one document.",
    minimum: 1,
    maximum: 3_600,
    default: 300,
  }),
});

export type TikaSettings = SettingsOf<typeof tikaSettings>;
