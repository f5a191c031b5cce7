import { type Command, Option } from "commander";
import { integer, jsonFields } from "../parse.ts";
import { all, COLLECTION, withExamples } from "./common.ts";

export const addIngest = (program: Command): void => {
  const ingest = program
    .command("ingest")
    .description(
      "bring in files, folders, globs, web pages, a text or the standard input (-), and wait until they are searchable",
    )
    .argument("<collection>", COLLECTION)
    .argument("[inputs...]", "files, folders, globs, addresses of pages (https://…), or - for the standard input")
    .option("--text <text>", "a text instead: Markdown, or what the extension of --name says")
    .option("--name <filename>", "file name of the standard input or of --text; its extension says the type")
    .option("--metadata <fields>", "of every document: a JSON object, or name=value; may be repeated", jsonFields)
    .option("--concurrency <number>", "files uploaded at the same time", integer(1), 8)
    .option("--no-wait", "do not wait until they are processed")
    .option("--sync", "a file that changed replaces its former version")
    .addOption(
      new Option(
        "--external-id-from <what>",
        "give each document an id of your own: by it a file that changed replaces what there was, under the same id",
      ).choices(["path"]),
    )
    .option(
      "--delete, --delete-missing",
      "with --sync, --watch or --external-id-from: delete what is no longer in the given folders",
    )
    .option("--yes", "with --delete-missing: do not ask, even if much would be deleted")
    .option("--dry-run", "say what would be done, and do nothing")
    .option("--watch", "go on as with --sync whenever files change, until Ctrl-C")
    .action(async (collection: string, inputs: string[], _options, command: Command) =>
      (await import("../commands/ingest.ts")).ingest(collection, inputs, all(command)),
    );
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
