import type { Redacted } from "effect";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Redacted.Redacted<string>;
  /** Token of temporary credentials. */
  readonly sessionToken?: Redacted.Redacted<string>;
}

export interface S3Options {
  readonly bucket: string;
  /** Prefix of all object names, so that a bucket can be shared. Default none. */
  readonly prefix?: string;
  readonly region: string;
  /** Endpoint of a server other than Amazon's, e.g. `https://minio.internal:9000`. */
  readonly endpoint?: string;
  /**
   * Whether the bucket is in the path instead of the host name, as most servers other than Amazon's require. Default
   * false.
   */
  readonly forcePathStyle?: boolean;
  /** Omitted: the environment, the shared files or the machine's role, as in every AWS program. */
  readonly credentials?: S3Credentials;
  /** Folder for files that are read by path. Default: a folder of this name in the system's temporary folder. */
  readonly temporaryDirectory?: string;
  /** Timeout of one request attempt; a request has several. Default 5 s, six times that for a part. */
  readonly requestTimeoutMs?: number;
}
