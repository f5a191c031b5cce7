/** Change to a stored API key: keep it, replace it or remove it. */
export type SecretChange =
  | { readonly kind: "keep" }
  | { readonly kind: "set"; readonly value: string }
  | { readonly kind: "remove" };

export const KEEP_SECRET: SecretChange = { kind: "keep" };

/** Value that the API expects: undefined keeps the key, an empty string removes it. */
export const secretOf = (change: SecretChange): string | undefined => {
  if (change.kind === "remove") return "";
  return change.kind === "set" && change.value !== "" ? change.value : undefined;
};
