import { type PlainRerankCall, PluginError } from "@quarry/plugin";
import type { AcmeSettings } from "./acme-settings.ts";

export const scorePassages = async (
  _query: string,
  _passages: readonly string[],
  _call: PlainRerankCall<AcmeSettings>,
): Promise<readonly number[]> => {
  throw new PluginError({ reason: "internal", message: "scoring is missing: README.md, step 1" });
};
