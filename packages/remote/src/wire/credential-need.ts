import { CredentialNeed } from "@quarry/api/plugin";
import type { EmbedderCapabilities } from "@quarry/plugin";

type Need = EmbedderCapabilities["credential"];

const NEEDS: Readonly<Record<CredentialNeed, Need>> = {
  [CredentialNeed.UNSPECIFIED]: "none",
  [CredentialNeed.NONE]: "none",
  [CredentialNeed.OPTIONAL]: "optional",
  [CredentialNeed.REQUIRED]: "required",
};

/** An unknown need of a newer version counts as "optional": an available key is sent. */
export const credentialNeedOf = (need: CredentialNeed): Need => NEEDS[need] ?? "optional";

export const credentialNeedMessage = (need: Need): CredentialNeed =>
  ({ none: CredentialNeed.NONE, optional: CredentialNeed.OPTIONAL, required: CredentialNeed.REQUIRED })[need];
