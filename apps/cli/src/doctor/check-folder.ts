import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { type Finding, ok, problem, warning, messageOf } from "./finding.ts";

const GIGABYTE = 1_073_741_824;
/** Free space below which the next large upload or SQLite's next checkpoint can fail. */
const LITTLE_SPACE = GIGABYTE;
const NO_SPACE = GIGABYTE / 10;
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

/** Checks a folder in which the service stores data: write permission and free space. `setting` names it. */
export const checkFolder = async (check: string, folder: string, setting: string): Promise<readonly Finding[]> => {
  const existing = await nearestExisting(folder);
  try {
    const found = await stat(existing);
    if (!found.isDirectory()) {
      return [problem(check, `${existing} is not a folder`, `set ${setting} to another folder, or move the file`)];
    }
    await access(existing, constants.R_OK | constants.W_OK | constants.X_OK);
    const exists = existing === folder;
    return [
      ...(exists ? rights(check, folder, found.mode) : [ok(check, `${folder} is created at the first start`)]),
      await space(`${check} space`, existing, setting),
    ];
  } catch (error) {
    const remedy = `give the service's user (now ${userName()}) read and write access, or set ${setting} to another folder`;
    return [problem(check, messageOf(error), remedy)];
  }
};

const userName = (): string => `uid ${process.getuid?.() ?? "unknown"}`;

const nearestExisting = async (folder: string): Promise<string> => {
  const parent = dirname(folder);
  try {
    await stat(folder);
    return folder;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" && parent !== folder ? nearestExisting(parent) : folder;
  }
};

/** Checks the folder's permissions. Skipped on Windows, whose permissions are not in the file mode. */
const rights = (check: string, folder: string, mode: number): readonly Finding[] => {
  if (process.platform === "win32" || (mode & OTHERS) === 0) return [ok(check, folder)];
  const octal = (mode & 0o777).toString(8);
  return [warning(check, `${folder} is open to other users of this machine (mode ${octal})`, `chmod 700 ${folder}`)];
};

const space = async (check: string, folder: string, setting: string): Promise<Finding> => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${(free / GIGABYTE).toFixed(1)} GB free`;
  if (free >= LITTLE_SPACE) return ok(check, detail);
  const remedy = `free disk space for ${folder}, or set ${setting} to a folder on another drive`;
  return free < NO_SPACE ? problem(check, detail, remedy) : warning(check, detail, remedy);
};
