/** What shall become of a stored key. */
export type SecretChange =
  { readonly kind: "keep" } | { readonly kind: "set"; readonly value: string } | { readonly kind: "remove" };

export const KEEP: SecretChange = { kind: "keep" };

/** What the API is told: nothing keeps, an empty text removes. */
export const secretOf = (change: SecretChange): string | undefined => {
  if (change.kind === "remove") return "";
  return change.kind === "set" && change.value !== "" ? change.value : undefined;
};
