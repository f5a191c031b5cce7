/** Access levels of a key; each includes the previous ones. */
export const KEY_SCOPES = ["read", "write", "admin"] as const;

export type KeyScope = (typeof KEY_SCOPES)[number];
