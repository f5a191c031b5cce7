import { composed } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import { counted } from "../output/text.ts";
import type { Session } from "../session.ts";
import type { FoundFiles } from "./find-files.ts";
import type { Ledger } from "./ledger.ts";

/** Files that the collection has and that no longer exist in the folder arguments. */
export interface Missing {
  readonly sourcePaths: readonly string[];
  /** Whether so many files are missing that an unmounted or wrong folder is as likely. */
  readonly isMany: boolean;
  /** Number of missing files and of all known ones, as text. */
  readonly text: string;
}

/** Number of missing files that is never too many, unless it is all of them. */
const FEW = 10;
const MANY_SHARE = 0.25;

export const missingFiles = ({ files, folders }: FoundFiles, ledger: Ledger): Missing => {
  const foundPaths = new Set(files.map(({ sourcePath }) => composed(sourcePath)));
  const known = new Set(folders.flatMap((folder) => ledger.below(folder)));
  const sourcePaths = [...known].filter((source) => !foundPaths.has(source));
  const isAll = sourcePaths.length === known.size && known.size > 1;
  const isMany = isAll || (sourcePaths.length > FEW && sourcePaths.length > known.size * MANY_SHARE);
  const text = `${counted(sourcePaths.length, "file")} of the ${known.size.toLocaleString("en")} that the collection has of ${folders.join(", ")}`;
  return { sourcePaths, isMany, text };
};

/** Asks for confirmation before many documents are deleted. Without a terminal, `--yes` is required. */
export const confirmMissing = async ({ terminal, signal }: Session, missing: Missing): Promise<void> => {
  const answer = await terminal.confirm(`--delete-missing would delete ${missing.text}. Delete them?`, signal);
  if (answer === true) return;
  const problem = answer === false ? "nothing was done" : "--yes does it";
  throw new UsageError(`--delete-missing would delete ${missing.text}; ${problem}`);
};
