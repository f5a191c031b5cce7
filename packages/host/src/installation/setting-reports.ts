import { Redacted } from "effect";
import type { Setting } from "../setting.ts";
import { SETTINGS, type Settings } from "../settings.ts";
import { redact, secretTexts } from "./redact.ts";

/** Effective setting of the environment. */
export interface SettingReport {
  readonly variable: string;
  readonly description: string;
  readonly expected: string;
  /** Undefined if there is none, and for secrets. */
  readonly value: string | undefined;
  readonly defaultText: string | undefined;
  readonly isSet: boolean;
  readonly isSecret: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns all settings, in the order of their declaration. */
export const settingReports = (settings: Settings, environment: Environment): readonly SettingReport[] =>
  (Object.entries(SETTINGS) as [keyof Settings, Setting<unknown>][]).map(
    ([key, { variable, description, expected, defaultText, secret = false }]) => ({
      variable,
      description,
      expected,
      value: secret ? undefined : textOf(settings[key]),
      defaultText,
      // The settings treat an empty variable as not set, as is usual in shells and compose files.
      isSet: (environment[variable] ?? "") !== "",
      isSecret: secret,
    }),
  );

/** Redacted, because a URL can contain a password. */
const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(redact(value)));

/**
 * Returns the secrets among the settings, including the passwords in URLs, which messages can contain without the rest
 * of the URL.
 */
export const settingSecrets = (settings: Settings): readonly string[] =>
  Object.values(settings).flatMap((value: unknown) =>
    Redacted.isRedacted(value)
      ? [String(Redacted.value(value)), ...secretTexts(Redacted.value(value))]
      : secretTexts(value),
  );
