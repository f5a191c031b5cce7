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
      "Protocol of the service: Apache Tika Server, Docling Serve, the Unstructured API, or Quarry's plugin protocol (gRPC).",
  }),
  url: Schema.String.check(isHttpUrl).annotate({
    description: "Address of the service, without the path of its endpoint, for example `http://127.0.0.1:9998`.",
  }),
  headers: Schema.Record(Schema.String, Schema.String)
    .annotate({
      description:
        "Headers sent with every request: keys, or options of Tika (`X-Tika-OCRLanguage`). Ignored by Quarry's protocol.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  options: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number, Schema.Boolean]))
    .annotate({
      description:
        "Form fields of Docling and Unstructured, for example `do_ocr` or `strategy`. Ignored by other protocols.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  fileTypes: Schema.Array(Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,16}$/)))
    .annotate({
      description:
        "Additional types that the service reads, by extension without the dot. Their content is not checked in advance.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  timeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400 }))
    .annotate({
      description: "Timeout for one document, in seconds; not counted in the document's own limit.",
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
  return foreign === undefined ? undefined : `${foreign}: requires the protocol "quarry"`;
};

/** Settings of `@quarry/parser-remote` in the config. */
export const remoteSettings = fields.check(Schema.makeFilter(problemOf));

export type RemoteSettings = typeof remoteSettings.Type;
