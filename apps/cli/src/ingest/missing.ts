import { composed } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import { counted } from "../output/text.ts";
import type { Session } from "../session.ts";
import type { FoundFiles } from "./find-files.ts";
import type { Ledger } from "./ledger.ts";

/** Files that the service has and the folders that were given have no more. */
export interface Missing {
  readonly sourcePaths: readonly string[];
  /** Whether so many are missing that a folder which is not mounted, or a wrong one, is as likely. */
  readonly isMuch: boolean;
  /** Number of missing files and of all known ones, for people. */
  readonly text: string;
}

/** Fewer than this are never much, unless they are all that there is. */
const FEW = 10;
const MUCH_SHARE = 0.25;

export const missingFiles = ({ files, folders }: FoundFiles, ledger: Ledger): Missing => {
  const here = new Set(files.map(({ sourcePath }) => composed(sourcePath)));
  const known = new Set(folders.flatMap((folder) => ledger.below(folder)));
  const sourcePaths = [...known].filter((source) => !here.has(source));
  const isAll = sourcePaths.length === known.size && known.size > 1;
  const isMuch = isAll || (sourcePaths.length > FEW && sourcePaths.length > known.size * MUCH_SHARE);
  const text = `${counted(sourcePaths.length, "file")} of the ${known.size.toLocaleString("en")} that the collection has of ${folders.join(", ")}`;
  return { sourcePaths, isMuch, text };
};

/** Asks for confirmation before many documents are deleted; without a terminal, `--yes` has to be given. */
export const confirmMissing = async ({ terminal, signal }: Session, missing: Missing): Promise<void> => {
  const answer = await terminal.confirm(`--delete-missing would delete ${missing.text}. Delete them?`, signal);
  if (answer === true) return;
  const problem = answer === false ? "nothing was done" : "--yes does it";
  throw new UsageError(`--delete-missing would delete ${missing.text}; ${problem}`);
};
