import type { ExpiryChoice } from "./expiry.ts";
import { objectOf } from "../../ui/json-object.ts";
import { expiryOf } from "./expiry.ts";
import type { AccessKey, NewKey } from "./use-keys.ts";

/** Form values of a new key. */
export interface KeyForm {
  readonly name: string;
  readonly scope: AccessKey["scope"];
  readonly reach: "all" | "some";
  readonly collections: readonly string[];
  readonly expiry: ExpiryChoice;
  /** `2026-12-31` */
  readonly day: string;
  /** JSON; empty for none. Not with the scope `admin`, nor are the two below. */
  readonly filter: string;
  readonly signing: "none" | NonNullable<NewKey["signing"]>;
  /** SPKI in PEM, for EdDSA; empty for a pair that the service makes. */
  readonly publicKey: string;
}

export const EMPTY_FORM: KeyForm = {
  name: "",
  scope: "read",
  reach: "all",
  collections: [],
  expiry: "never",
  day: "",
  filter: "",
  signing: "none",
  publicKey: "",
};

/** The service's own rules: what they allow it takes. */
const NAME = /^[A-Za-z0-9._-]{1,64}$/;

export interface FormProblems {
  readonly name?: "wrong" | "taken";
  readonly collections?: "none";
  readonly day?: "wrong";
  readonly filter?: "wrong";
}

/** Whether it may have a filter, and sign: administration is about whole collections. */
export const isLimited = ({ scope }: KeyForm): boolean => scope !== "admin";

export const problemsOf = (form: KeyForm, taken: readonly AccessKey[]): FormProblems => ({
  ...(!NAME.test(form.name)
    ? { name: "wrong" as const }
    : taken.some(({ name }) => name === form.name) && { name: "taken" as const }),
  ...(form.reach === "some" && form.collections.length === 0 && { collections: "none" as const }),
  ...(isLimited(form) && objectOf(form.filter) === undefined && { filter: "wrong" as const }),
  ...(expiryOf(form.expiry, form.day).isWrong && { day: "wrong" as const }),
});

export const requestOf = (form: KeyForm): NewKey => {
  const { name, scope, reach, collections, expiry, day, filter, signing, publicKey } = form;
  const { at } = expiryOf(expiry, day);
  return {
    name,
    scope,
    ...(reach === "some" && { collections: [...collections] }),
    ...(at !== undefined && { expires_at: at.toISOString() }),
    ...(isLimited(form) && filter.trim() !== "" && { filter: objectOf(filter)! }),
    ...(isLimited(form) && signing !== "none" && { signing }),
    ...(isLimited(form) && signing === "EdDSA" && publicKey.trim() !== "" && { public_key: publicKey }),
  };
};
