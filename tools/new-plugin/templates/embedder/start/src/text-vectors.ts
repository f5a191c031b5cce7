import { type PlainEmbedCall, PluginError } from "@quarry/plugin";
import type { AcmeSettings } from "./acme-settings.ts";

export const textVectors = async (
  _texts: readonly string[],
  _call: PlainEmbedCall<AcmeSettings>,
): Promise<readonly Float32Array[]> => {
  throw new PluginError({ reason: "internal", message: "the vectors are missing: README.md, step 2" });
};
