import { execFileSync } from "node:child_process";

/** Runs an installer; if the program itself is missing, reports what to install. */
export function runOrExplain(program: string, args: readonly string[], needs: string): void {
  try {
    execFileSync(program, [...args], { stdio: ["ignore", "inherit", "inherit"] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(`${program} is not installed; this service needs ${needs}`, { cause: error });
  }
}
