import { Redacted } from "effect";
import type { Setting } from "../setting.ts";
import { SETTINGS, type Settings } from "../settings.ts";
import { redact, secretTexts } from "./redact.ts";

/** A setting of the environment, as it is in effect. */
export interface SettingReport {
  readonly variable: string;
  readonly description: string;
  readonly expected: string;
  /** Undefined when there is none, and for secrets. */
  readonly value: string | undefined;
  readonly defaultText: string | undefined;
  readonly isSet: boolean;
  readonly isSecret: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting, in the order of their declaration. */
export const settingReports = (settings: Settings, environment: Environment): readonly SettingReport[] =>
  (Object.entries(SETTINGS) as [keyof Settings, Setting<unknown>][]).map(
    ([key, { variable, description, expected, defaultText, secret = false }]) => ({
      variable,
      description,
      expected,
      value: secret ? undefined : textOf(settings[key]),
      defaultText,
      // The settings count an empty variable as not set, as shells and compose files mean it.
      isSet: (environment[variable] ?? "") !== "",
      isSecret: secret,
    }),
  );

/** An address among them can hold a password. */
const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(redact(value)));

/**
 * Secrets among the settings, which must appear nowhere, with the passwords in URLs: messages may contain those without
 * the rest.
 */
export const settingSecrets = (settings: Settings): readonly string[] =>
  Object.values(settings).flatMap((value: unknown) =>
    Redacted.isRedacted(value)
      ? [String(Redacted.value(value)), ...secretTexts(Redacted.value(value))]
      : secretTexts(value),
  );
