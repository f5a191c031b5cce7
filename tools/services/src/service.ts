/** A system user, by its numbers. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
}

/** Server required by some tests, and how to run it. */
export interface Service {
  readonly name: string;
  /** Folder of the server. Default: its name, unless releases may run concurrently. */
  readonly folder?: string;
  /** Pinned version that the tests were written for. */
  readonly version: string;
  /** Port on loopback; the environment variable directs tests to another server. */
  readonly port: number;
  readonly addressVariable: string;
  /** Address of the server. Default: http on its port. */
  readonly address?: string;
  /** Installs its files into the folder, unless they exist. */
  readonly install: (folder: string) => void;
  readonly command: (folder: string) => readonly [program: string, ...args: string[]];
  /** Environment variables in addition to the caller's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** User that it runs as, if it can't be the caller. */
  readonly user?: ServiceUser | undefined;
  /** Signal that stops it. Default: SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** Path that responds with a 2xx status when it is ready. Default: it is ready when it accepts connections. */
  readonly healthPath?: string;
  /** Whether it can be used, for a server that accepts connections earlier. */
  readonly isReady?: (installed: string, port: number) => Promise<boolean>;
}
