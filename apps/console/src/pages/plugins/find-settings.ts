import type { contract, Message } from "../../api/rest.ts";

export type ServiceSetting = Message<contract.ServiceSetting>;

/** Returns the settings that contain every search term in their name, description or value. */
export const findSettings = (
  settings: readonly ServiceSetting[],
  search: string,
  onlySet: boolean,
): readonly ServiceSetting[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter((setting) => {
    const text = `${setting.variable} ${setting.description} ${setting.value ?? ""}`.toLowerCase();
    return (!onlySet || setting.is_set) && words.every((word) => text.includes(word));
  });
};
