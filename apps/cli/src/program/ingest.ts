import { type Command, Option } from "commander";
import { integer, jsonFields } from "../parse.ts";
import { COLLECTION, runs, withExamples } from "./common.ts";

export const addIngest = (program: Command): void => {
  const ingest = program
    .command("ingest")
    .description(
      "ingest files, folders, globs, web pages, a text or standard input (-), and wait until they are searchable",
    )
    .argument("<collection>", COLLECTION)
    .argument("[inputs...]", "files, folders, globs, URLs of pages (https://…), or - for standard input")
    .option("--text <text>", "ingest this text: Markdown, or the type of the extension of --name")
    .option("--name <filename>", "file name of standard input or of --text; its extension sets the type")
    .option("--metadata <fields>", "metadata of every document: JSON, or name=value; may be repeated", jsonFields)
    .option("--concurrency <number>", "files uploaded at the same time", integer(1), 8)
    .option("--no-wait", "return without waiting for processing")
    .option("--sync", "replace changed files")
    .addOption(
      new Option(
        "--external-id-from <what>",
        "assign each document an external id: a changed file then replaces its document under the same id",
      ).choices(["path"]),
    )
    .option(
      "--delete, --delete-missing",
      "with --sync, --watch or --external-id-from: delete what is no longer in the given folders",
    )
    .option("--yes", "with --delete-missing: delete many documents without confirmation")
    .option("--dry-run", "report what would be done, without doing it")
    .option("--watch", "keep syncing as files change, until Ctrl-C")
    .action(runs(async () => (await import("../commands/ingest.ts")).ingest));
  withExamples(
    ingest,
    "quarry ingest manuals library --metadata team=docs",
    "quarry ingest manuals 'reports/**/*.pdf'",
    "quarry ingest manuals library --sync --delete-missing --dry-run",
    "quarry ingest manuals library --external-id-from path --delete",
    "quarry ingest manuals library --watch",
    "quarry ingest manuals https://example.com/handbook/remote-work",
    `quarry ingest manuals --text "Opens at nine." --metadata topic=hours`,
    "pandoc notes.org -t markdown | quarry ingest manuals - --name notes.md",
  );
};
