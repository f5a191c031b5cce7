import type { RemoteSettings } from "../remote-settings.ts";

/** The options of the settings as a form carries them. */
export const formFields = ({ options }: RemoteSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
