// Not from "effect" itself: each parser worker imports this file.
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";

/** Setting that no log and no response shows. */
export type Secret = Redacted.Redacted<string>;

/** Wraps a secret in the form that settings and credentials use. */
export const secret = (value: string): Secret => Redacted.make(value);

/** Returns the secret in plain text, for sending. Never log it. */
export const secretValue = (wrapped: Secret): string => Redacted.value(wrapped);

interface Told {
  /** Meaning, unit, and the effect of omitting the setting; shown to the author of the config file. */
  readonly description: string;
}

/** Options of a setting. It is required unless it has a default or is optional. */
export type SettingOptions<Value> = Told &
  (
    | { readonly default?: Value; readonly optional?: undefined }
    | { readonly optional: true; readonly default?: undefined }
  );

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

interface TextBounds {
  /** Whether an empty text is allowed. Default: it is rejected. */
  readonly mayBeEmpty?: boolean;
  readonly pattern?: RegExp;
}

type Declared<Codec extends Schema.Top, Options> = Options extends { readonly default: {} }
  ? Schema.withDecodingDefaultKey<Codec>
  : Options extends { readonly optional: true }
    ? Schema.optionalKey<Codec>
    : Codec;

const declared = <Codec extends Schema.Top, const Options extends SettingOptions<Codec["Encoded"]>>(
  codec: Codec,
  options: Options,
): Declared<Codec, Options> => {
  const reported = codec.annotate({ description: options.description });
  if (options.optional === true) return Schema.optionalKey(reported) as never;
  if (options.default === undefined) return reported as never;
  return Schema.withDecodingDefaultKey(Effect.succeed(options.default))(reported) as never;
};

const bounded = <Codec extends Schema.Codec<number, number>>(
  codec: Codec,
  { minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE }: Bounds,
) => codec.pipe(Schema.check(Schema.isBetween({ minimum, maximum })));

const textWithin = ({ mayBeEmpty, pattern }: TextBounds): Schema.String => {
  const text = mayBeEmpty === true ? Schema.String : Schema.NonEmptyString;
  return pattern === undefined ? text : text.check(Schema.isPattern(pattern));
};

const isHttpUrl = Schema.makeFilter((value: string) =>
  /^https?:\/\//.test(value) && URL.canParse(value) ? undefined : "an http:// or https:// address",
);

/** Constructors of settings, by type. */
export const setting = {
  text: <const Options extends SettingOptions<string> & TextBounds>(options: Options) =>
    declared(textWithin(options), options),
  /** Text such as a key; the plugin receives it wrapped, and `secretValue` unwraps it. */
  secret: <const Options extends SettingOptions<string> & TextBounds>(options: Options) =>
    declared(Schema.RedactedFromValue(textWithin(options)), options),
  /** URL with http:// or https://. */
  url: <const Options extends SettingOptions<string>>(options: Options) =>
    declared(Schema.String.check(isHttpUrl), options),
  integer: <const Options extends SettingOptions<number> & Bounds>(options: Options) =>
    declared(bounded(Schema.Int, options), options),
  number: <const Options extends SettingOptions<number> & Bounds>(options: Options) =>
    declared(bounded(Schema.Finite, options), options),
  boolean: <const Options extends SettingOptions<boolean>>(options: Options) => declared(Schema.Boolean, options),
  choice: <const Value extends string, const Options extends SettingOptions<NoInfer<Value>>>(
    values: readonly Value[],
    options: Options,
  ) => declared(Schema.Literals(values), options),
  /** List whose items are declared like a setting: `setting.list(setting.text({ description }), { description })`. */
  list: <
    Item extends Schema.Top,
    const Options extends SettingOptions<readonly Item["Encoded"][]> & { readonly minimumItems?: number },
  >(
    item: Item,
    options: Options,
  ) => declared(Schema.Array(item).check(Schema.isMinLength(options.minimumItems ?? 0)), options),
  /** Values by arbitrary names, such as headers. */
  record: <
    Item extends Schema.Top,
    const Options extends SettingOptions<Schema.$Record<Schema.String, Item>["Encoded"]>,
  >(
    item: Item,
    options: Options,
  ) => declared(Schema.Record(Schema.String, item), options),
  /** Object of settings, within a list or another object. */
  object: <const Fields extends Schema.Struct.Fields, const Options extends SettingOptions<object>>(
    fields: Fields,
    options: Options,
  ) => declared(Schema.Struct(fields), options as never) as Declared<Schema.Struct<Fields>, Options>,
};

/**
 * Defines the settings of a plugin. If the config file has a key that is not among them, the service stops with a
 * message.
 */
export const defineSettings = <const Fields extends Schema.Struct.Fields>(fields: Fields): Schema.Struct<Fields> =>
  Schema.Struct(fields);

/** Type of the settings as the plugin receives them: `SettingsOf<typeof settings>`. */
export type SettingsOf<Settings extends { readonly Type: unknown }> = Settings["Type"];
