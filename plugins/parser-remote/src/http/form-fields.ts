import type { RemoteSettings } from "../remote-settings.ts";

/** Returns the options from the settings as form fields. */
export const formFields = ({ options }: RemoteSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
