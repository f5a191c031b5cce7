import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/**
 * Names of the program in packages; Debian's first. The build without windows comes before the whole browser: the tests of
 * keys and of the shell take 54 s of CPU with it in place of 87.
 */
const PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/**
 * Starts the system's Chromium without a window. QUARRY_CHROMIUM names another program. Names other than the machine's
 * own resolve to nothing, so that a page that asks for something elsewhere fails even where there is a network.
 */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumProgram(),
    // Containers have too little of /dev/shm for it.
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
