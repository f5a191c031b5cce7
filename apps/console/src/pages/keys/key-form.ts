import type { ExpiryChoice } from "./expiry.ts";
import { expiryOf } from "./expiry.ts";
import type { AccessKey, NewKey } from "./use-keys.ts";

/** What the reader has said of a new key so far. */
export interface KeyForm {
  readonly name: string;
  readonly scope: AccessKey["scope"];
  readonly reach: "all" | "some";
  readonly collections: readonly string[];
  readonly expiry: ExpiryChoice;
  /** `2026-12-31` */
  readonly day: string;
}

export const EMPTY_FORM: KeyForm = {
  name: "",
  scope: "read",
  reach: "all",
  collections: [],
  expiry: "never",
  day: "",
};

/** The service's own rules: what they allow it takes. */
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

export interface FormProblems {
  readonly name?: "wrong" | "taken";
  readonly collections?: "none";
  readonly day?: "wrong";
}

export const problemsOf = (form: KeyForm, taken: readonly AccessKey[]): FormProblems => ({
  ...(!NAME.test(form.name)
    ? { name: "wrong" as const }
    : taken.some(({ name }) => name === form.name) && { name: "taken" as const }),
  ...(form.reach === "some" && form.collections.length === 0 && { collections: "none" as const }),
  ...(expiryOf(form.expiry, form.day).isWrong && { day: "wrong" as const }),
});

export const requestOf = ({ name, scope, reach, collections, expiry, day }: KeyForm): NewKey => {
  const { at } = expiryOf(expiry, day);
  return {
    name,
    scope,
    ...(reach === "some" && { collections: [...collections] }),
    ...(at !== undefined && { expires_at: at.toISOString() }),
  };
};
