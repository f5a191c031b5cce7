import { setting } from "../plain/settings.ts";

/** Returns the settings common to all plugins for a provider over HTTP; `baseUrl` is the default address. */
export const providerSettings = (baseUrl: string) => ({
  baseUrl: setting.url({ description: "Address of the API. Redirects are not followed.", default: baseUrl }),
  apiKey: setting.secret({
    description: "API key for collections without their own. Keep the config file private.",
    optional: true,
  }),
  credential: setting.choice(["required", "optional", "none"], {
    description: "Whether a call needs a key: `required`, `optional` (sent when there is one), or `none` (never sent).",
    default: "required",
  }),
  headers: setting.record(setting.text({ description: "Value of the header.", mayBeEmpty: true }), {
    description: "Headers sent with every request, for a proxy or gateway.",
    default: {},
  }),
  timeoutSeconds: setting.integer({
    description: "Timeout of one request including the response, in seconds.",
    minimum: 1,
    maximum: 300,
    default: 60,
  }),
});
