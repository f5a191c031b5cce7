import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

const isHttpUrl = Schema.makeFilter((value: string) =>
  /^https?:\/\//.test(value) && URL.canParse(value) ? undefined : "an http:// or https:// address",
);

/** What `@quarry/parser-remote` can be told in the config. */
export const remoteSettings = Schema.Struct({
  protocol: Schema.Literals(["tika", "docling", "unstructured"]).annotate({
    description: "Which service is behind the address: Apache Tika Server, Docling Serve, or the Unstructured API.",
  }),
  url: Schema.String.check(isHttpUrl).annotate({
    description: "Address of the service, without the path of its endpoint, for example `http://127.0.0.1:9998`.",
  }),
  headers: Schema.Record(Schema.String, Schema.String)
    .annotate({
      description: "Headers sent with every request: keys, or options of Tika (`X-Tika-OCRLanguage`).",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  options: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Number, Schema.Boolean]))
    .annotate({
      description: "Form fields of Docling and Unstructured, for example `do_ocr` or `strategy`. Not used with Tika.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  timeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400 }))
    .annotate({
      description: "Seconds that the service may take for one document; the document's own limit doesn't count them.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(300))),
});

export type RemoteSettings = typeof remoteSettings.Type;
