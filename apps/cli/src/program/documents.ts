import { type Command, Option } from "commander";
import { integer, jsonFields } from "../parse.ts";
import { addRpcCommand } from "../rpc/add-rpc-command.ts";
import { COLLECTION, runs, withExamples } from "./common.ts";

const DOCUMENT = "id of the document";
const FILTER = "only those that match: a filter as JSON, or name=value; may be repeated";

export const addDocuments = (program: Command): void => {
  const group = program.command("documents").description("list, show, change and delete documents");
  const each = (name: string, description: string) =>
    group.command(name).description(description).argument("<collection>", COLLECTION);
  addRpcCommand(group, "documents list");
  const one = (name: string, description: string) => each(name, description).argument("<id>", DOCUMENT);
  one("show", "show a document").action(runs(async () => (await import("../commands/documents.ts")).showDocument));
  const patch = each("patch", "update metadata, name, external id or expiry of documents, without reprocessing")
    .argument("[id]", DOCUMENT)
    .option("--filter <fields>", FILTER, jsonFields)
    .option("--all", "all documents of the collection")
    .option("--dry-run", "only print the number of matches")
    .option(
      "--metadata <fields>",
      "changes, a JSON object or name=value; may be repeated; null removes one",
      jsonFields,
    )
    .option("--name <filename>", "new file name, with the same extension")
    .option("--external-id <id>", 'external id; "" removes it')
    .option("--expires-at <time>", 'expiry time, such as 2027-01-31T12:00:00Z; "" for never')
    .action(runs(async () => (await import("../commands/patch-documents.ts")).patchDocuments));
  withExamples(
    patch,
    "quarry documents patch manuals $ID --metadata team=docs --metadata draft=null",
    "quarry documents patch manuals $ID --external-id library/ferry.md --expires-at 2027-01-31T12:00:00Z",
    "quarry documents patch manuals --filter team=docs --metadata reviewed=true --dry-run",
  );
  const remove = each("delete", "delete documents")
    .alias("rm")
    .argument("[ids...]", "ids of the documents")
    .option("--filter <fields>", FILTER, jsonFields)
    .option("--all", "all documents of the collection")
    .option("--dry-run", "only print the number of matches")
    .action(runs(async () => (await import("../commands/documents.ts")).deleteDocuments));
  withExamples(remove, "quarry documents rm manuals --filter year=2019 --dry-run");
  each("reprocess", "reprocess documents with the collection's current settings")
    .argument("[ids...]", "ids of the documents")
    .option("--filter <fields>", FILTER, jsonFields)
    .option("--all", "all documents of the collection")
    .option("--dry-run", "only print the number of matches")
    .action(runs(async () => (await import("../commands/documents.ts")).reprocessDocuments));
  const retry = group
    .command("retry")
    .description("reprocess failed documents")
    .argument("[collection]", `${COLLECTION} (default: every collection)`)
    .addOption(
      new Option(
        "--failed-by <whom>",
        "only those that failed by the embedding provider, the file itself, or the service",
      ).choices(["provider", "file", "service"]),
    )
    .action(runs(async () => (await import("../commands/documents.ts")).retryDocuments));
  withExamples(retry, "quarry documents retry --failed-by provider", "quarry documents retry manuals");
  one("download", "download the original file")
    .option("-o, --output <path>", "output path (default: the file's name; - is standard output)")
    .option("--force", "overwrite an existing file")
    .action(runs(async () => (await import("../commands/download.ts")).downloadDocument));
  const text = one("text", "print the extracted text of a document")
    .option("--page <number>", "only this page, slide, sheet or frame", integer(1))
    .option("-o, --output <path>", "output path (default: standard output)")
    .option("--force", "overwrite an existing file")
    .action(runs(async () => (await import("../commands/text.ts")).showText));
  withExamples(text, "quarry documents text manuals $ID | less", "quarry documents text manuals $ID --page 12");
  const markdown = one("markdown", "print a document as Markdown, with tables and page markers")
    .option("-o, --output <path>", "output path (default: standard output)")
    .option("--force", "overwrite an existing file")
    .action(runs(async () => (await import("../commands/text.ts")).showMarkdown));
  withExamples(markdown, "quarry documents markdown manuals $ID -o handbook.md");
  addRpcCommand(group, "documents tables");
  const table = one("table", "print a table of a document as CSV")
    .argument("<table>", "number of the table", integer(1))
    .option("-o, --output <path>", "output path (default: standard output)")
    .option("--force", "overwrite an existing file")
    .action(runs(async () => (await import("../commands/tables.ts")).showTable));
  withExamples(table, "quarry documents table manuals $ID 3 -o prices.csv");
  const image = one("page-image", "download the image of a page of a PDF or image file")
    .argument("<page>", "number of the page", integer(1))
    .option("--width <pixels>", "width, rounded up to 320, 640, 960, 1280, 1920 or 2560", integer(1))
    .option("-o, --output <path>", "output path (default: a generated name; - is standard output)")
    .option("--force", "overwrite an existing file")
    .action(runs(async () => (await import("../commands/download.ts")).downloadPageImage));
  withExamples(image, "quarry documents page-image manuals $ID 12 --width 1920 -o page.webp");
  one("chunks", "print the chunks of a document").action(
    runs(async () => (await import("../commands/documents.ts")).showChunks),
  );
};
