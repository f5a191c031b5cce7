import { isIP } from "node:net";

/**
 * Environment setting: its name, allowed values and default. `read` parses the text, and returns undefined if it is
 * invalid (`expected` then describes the allowed values).
 */
export interface Setting<Value> {
  readonly variable: string;
  readonly description: string;
  /** Default as shown in the reference. Absent if there is no default. */
  readonly defaultText?: string;
  readonly expected: string;
  /** Whether the value must never appear in a log or a message. */
  readonly secret?: boolean;
  readonly fallback: Value;
  readonly read: (text: string) => Value | undefined;
}

type Common<Value> = Pick<Setting<Value>, "variable" | "description">;

export const textSetting = <Fallback extends string | undefined>(
  common: Common<string>,
  fallback: Fallback,
  secret = false,
): Setting<string | Fallback> => ({
  ...common,
  ...(fallback === undefined ? {} : { defaultText: fallback }),
  expected: "a non-empty string",
  secret,
  fallback,
  read: (text) => (text === "" ? undefined : text),
});

/** Setting whose text must match a pattern. It has no default. */
export const matchingSetting = (
  common: Common<string>,
  form: { readonly pattern: RegExp; readonly expected: string; readonly secret?: boolean },
): Setting<string | undefined> => ({
  ...common,
  expected: form.expected,
  secret: form.secret ?? false,
  fallback: undefined,
  read: (text) => (form.pattern.test(text) ? text : undefined),
});

export const integerSetting = (
  common: Common<number>,
  range: { readonly minimum: number; readonly maximum: number; readonly fallback: number },
): Setting<number> => ({
  ...common,
  defaultText: String(range.fallback),
  expected: `a whole number from ${range.minimum} to ${range.maximum}`,
  fallback: range.fallback,
  read: (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= range.minimum && value <= range.maximum ? value : undefined;
  },
});

export const choiceSetting = <const Choice extends string>(
  common: Common<Choice>,
  choices: readonly Choice[],
  fallback: Choice,
): Setting<Choice> => ({
  ...common,
  defaultText: fallback,
  expected: `one of ${choices.join(", ")}`,
  fallback,
  read: (text) => choices.find((choice) => choice === text),
});

export const booleanSetting = (common: Common<boolean>, fallback: boolean): Setting<boolean> => ({
  ...common,
  defaultText: String(fallback),
  expected: "true or false",
  fallback,
  read: (text) => (text === "true" || text === "false" ? text === "true" : undefined),
});

export const urlSetting = (common: Common<string>, fallback: string): Setting<string> => ({
  ...common,
  defaultText: fallback,
  expected: "an http:// or https:// address",
  fallback,
  read: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text.replace(/(?<!\/)\/+$/, "") : undefined),
});

/** Setting with IP addresses and networks such as `10.0.0.0/8`, separated by commas. */
export const networksSetting = (common: Common<readonly string[]>): Setting<readonly string[] | undefined> => ({
  ...common,
  expected: "addresses and networks such as 10.0.0.0/8, separated by commas",
  fallback: undefined,
  read: (text) => {
    const networks = text.split(",").map((network) => network.trim());
    return networks.every(isNetwork) ? networks : undefined;
  },
});

const isNetwork = (text: string): boolean => {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};
