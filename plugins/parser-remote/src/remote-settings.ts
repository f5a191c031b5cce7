import { peerSettings, peerSettingsProblem } from "@quarry/remote/settings";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

const isHttpUrl = Schema.makeFilter((value: string) =>
  /^https?:\/\//.test(value) && URL.canParse(value) ? undefined : "an http:// or https:// address",
);

const { address: _, insecure, ...access } = peerSettings;

const fields = Schema.Struct({
  protocol: Schema.Literals(["tika", "docling", "unstructured", "quarry"]).annotate({
    description:
      "What is behind the address: Apache Tika Server, Docling Serve, the Unstructured API, or a parser that speaks Quarry's plugin protocol (gRPC).",
  }),
  url: Schema.String.check(isHttpUrl).annotate({
    description: "Address of the service, without the path of its endpoint, for example `http://127.0.0.1:9998`.",
  }),
  headers: Schema.Record(Schema.String, Schema.String)
    .annotate({
      description:
        "Headers sent with every request: keys, or options of Tika (`X-Tika-OCRLanguage`). Not used with Quarry.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  options: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number, Schema.Boolean]))
    .annotate({
      description: "Form fields of Docling and Unstructured, for example `do_ocr` or `strategy`. Used with no other.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  fileTypes: Schema.Array(Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,16}$/)))
    .annotate({
      description:
        "Further types that the service reads, by extension without the dot, beside those that Quarry knows; their content is not looked at before.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  timeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400 }))
    .annotate({
      description: "Seconds that the service may take for one document; the document's own limit doesn't count them.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(300))),
  insecure,
  ...access,
});

type Fields = typeof fields.Type;

/**
 * Returns a problem in the settings. With `quarry`, the address is that of a plugin. Plugin settings have no effect
 * with other protocols.
 */
const problemOf = (settings: Fields): string | undefined => {
  if (settings.protocol === "quarry") {
    return peerSettingsProblem({ ...settings, address: settings.url })?.replace(/^address: /, "url: ");
  }
  const foreign = Object.keys(access).find((name) => settings[name as keyof typeof access] !== undefined);
  return foreign === undefined ? undefined : `${foreign}: goes with the protocol "quarry" alone`;
};

/** Settings of `@quarry/parser-remote` in the config. */
export const remoteSettings = fields.check(Schema.makeFilter(problemOf));

export type RemoteSettings = typeof remoteSettings.Type;
