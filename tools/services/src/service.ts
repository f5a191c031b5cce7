/** A user of the system, by its numbers. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
}

/** Server that some tests need, and how to run it. */
export interface Service {
  readonly name: string;
  /** Folder of the server; default its name, unless releases may run beside each other. */
  readonly folder?: string;
  /** Pinned: the tests were written against it. */
  readonly version: string;
  /** Port on loopback; the variable points a test to a server elsewhere. */
  readonly port: number;
  readonly addressVariable: string;
  /** Address of the server; default http on its port. */
  readonly address?: string;
  /** Brings what it needs into the folder; does nothing when it is there. */
  readonly install: (folder: string) => void;
  readonly command: (folder: string) => readonly [program: string, ...args: string[]];
  /** Environment variables in addition to the caller's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** User that it runs as, where it can't be the caller. */
  readonly user?: ServiceUser | undefined;
  /** Signal that stops it; default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** A path that answers with a 2xx when it is up; left out: it is up when it takes connections. */
  readonly healthPath?: string;
  /** Whether it can be used, for one that takes connections before it can. */
  readonly isReady?: (installed: string, port: number) => Promise<boolean>;
}
