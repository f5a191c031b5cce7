import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";

/** Returns the problem of an address, or undefined if it is valid. */
const addressProblem = (value: string): string | undefined => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.pathname === "/" && url.search + url.hash + url.username + url.password === "";
  if (isPlain && (url.protocol === "http:" || url.protocol === "https:")) return undefined;
  return "an address such as http://127.0.0.1:50051 or https://plugins.example.org:50051, without a path";
};

const isAddress = Schema.makeFilter(addressProblem);

/** Connection settings of every plugin that calls a plugin in another process. */
export const peerSettings = {
  address: Schema.String.check(isAddress).annotate({
    description: "Address of the plugin: `http://127.0.0.1:50051`, or `https://…` for TLS.",
  }),
  insecure: Schema.Boolean.annotate({
    description: "Whether `http://` may refer to another machine; tokens, keys and texts are then sent unencrypted.",
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  token: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.NonEmptyString).annotate({
      description: "Sent with every call as `authorization: Bearer …`. Keep the config file private.",
    }),
  ),
  tokenFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "File with the token instead; read again for every connection.",
    }),
  ),
  caCertificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description: "PEM file of the CA of the plugin's certificate. Default: the public CAs.",
    }),
  ),
  certificateFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "PEM file of the client certificate, if the plugin requires one." }),
  ),
  keyFile: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "PEM file of the client certificate's key." }),
  ),
};

/** Further settings of a plugin in another process, in addition to its address. */
const callSettings = {
  timeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_600 }))
    .annotate({ description: "Timeout of one call, in seconds." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(60))),
  startTimeoutSeconds: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600 }))
    .annotate({
      description:
        "Seconds that a starting service waits for a plugin that it has never reached. A known one may be unavailable.",
    })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(30))),
};

export interface PeerSettings {
  readonly address: string;
  readonly insecure: boolean;
  readonly token?: Redacted.Redacted<string>;
  readonly tokenFile?: string;
  readonly caCertificateFile?: string;
  readonly certificateFile?: string;
  readonly keyFile?: string;
}

/** Returns the problem of a combination of valid settings, or undefined if there is none. */
export const peerSettingsProblem = (settings: PeerSettings): string | undefined => {
  const { address, insecure, token, tokenFile, caCertificateFile, certificateFile, keyFile } = settings;
  const problem = addressProblem(address);
  if (problem !== undefined) return `address: must be ${problem}`;
  const { protocol, hostname } = new URL(address);
  if (protocol === "http:") {
    if (!insecure && !isLoopback(hostname)) {
      return `address: ${hostname} is another machine: use https://, or set insecure where the network is trusted`;
    }
    if (caCertificateFile ?? certificateFile ?? keyFile) return "address: certificates need an https:// address";
  }
  if ((certificateFile === undefined) !== (keyFile === undefined)) return "certificateFile and keyFile go together";
  if (token !== undefined && tokenFile !== undefined) return "token and tokenFile: give one of them";
  return undefined;
};

/** Settings of a vector store, an embedder or a reranker in another process. */
export const remoteSettings = Schema.Struct({ ...peerSettings, ...callSettings }).check(
  Schema.makeFilter((settings: PeerSettings) => peerSettingsProblem(settings)),
);

export type RemoteSettings = typeof remoteSettings.Type;

/** Whether a host name is this machine's loopback. */
export const isLoopback = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
