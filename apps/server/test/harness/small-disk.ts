import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BLOCK = Buffer.alloc(65_536, 1);

/**
 * Separate disk of a fixed size, in memory. Mounting requires permission: `missing` is the reason if it is not granted.
 */
export class SmallDisk {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Reason why this user may not mount, or undefined. */
  static readonly missing: string | undefined = tryMount();

  static make(megabytes: number): SmallDisk {
    const path = mkdtempSync(join(tmpdir(), "quarry-small-disk-"));
    mount(path, megabytes);
    return new SmallDisk(path);
  }

  file(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  /** Writes until no more than `leave` bytes are free; by default until not one more byte fits. */
  fill(leave = 0): void {
    const file = openSync(this.file("filler"), "a");
    try {
      for (let size = BLOCK.length; size >= 1 && (leave === 0 || this.#free() > leave);) {
        try {
          writeSync(file, BLOCK, 0, size);
        } catch {
          size = Math.floor(size / 4);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  #free(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  empty(): void {
    rmSync(this.file("filler"));
  }

  remove(): void {
    execFileSync("umount", [this.path]);
    rmSync(this.path, { recursive: true });
  }
}

function mount(path: string, megabytes: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "tmpfs", path], { stdio: "pipe" });
}

function tryMount(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), "quarry-small-disk-"));
  try {
    mount(path, 1);
    execFileSync("umount", [path]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
