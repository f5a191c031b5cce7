import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/**
 * Names of the program in packages; Debian's first. The headless build precedes the full browser: the tests of keys and
 * of the shell take 54 s of CPU with it instead of 87 s.
 */
const PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/**
 * Starts the system's Chromium in headless mode. QUARRY_CHROMIUM specifies another program. Host names other than the
 * machine's own don't resolve, so that a page with external requests fails even if there is a network.
 */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram(),
    // Containers have too little /dev/shm for it.
    args: ["--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
  });

const chromiumProgram = (): string => {
  const named = process.env["QUARRY_CHROMIUM"];
  if (named !== undefined && named !== "") return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const found = PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))).find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    `no browser: none of ${PROGRAMS.join(", ")} is on the PATH; install one (Debian: apt-get install ` +
      "chromium-headless-shell) or name its program in QUARRY_CHROMIUM",
  );
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
