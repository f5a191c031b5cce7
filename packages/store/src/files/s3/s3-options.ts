import type { Redacted } from "effect";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: Redacted.Redacted<string>;
  /** Of temporary credentials. */
  readonly sessionToken?: Redacted.Redacted<string>;
}

export interface S3Options {
  readonly bucket: string;
  /** Begins the name of every object, so that a bucket can be shared. Default none. */
  readonly prefix?: string;
  readonly region: string;
  /** Of a server that is not Amazon's, e.g. `https://minio.internal:9000`. */
  readonly endpoint?: string;
  /** The bucket in the path instead of the host's name, as most servers that are not Amazon's want it. Default false. */
  readonly forcePathStyle?: boolean;
  /** Left out: the environment, the shared files or the role of the machine, as for every AWS program. */
  readonly credentials?: S3Credentials;
  /** Most bytes a file may have, unless a write says otherwise. Default 1024 MB. */
  readonly maxBytes?: number;
  /** Folder for files that are read by path. Default a folder of this name in the system's. */
  readonly temporaryDirectory?: string;
  /** Time limit of one request; several are tried. Default 5 s, six times that for a part. */
  readonly requestTimeoutMs?: number;
}
