/** A child process that opens a collection's file, which rebuilds its postings. Its parent kills it. */
import { CollectionWriter } from "../../../index/src/storage/collection-writer.ts";

const [path = "", collection = ""] = process.argv.slice(2);
process.stdout.write("opening\n");
new CollectionWriter(path, collection).close();
// Lives until it is killed.
setInterval(() => {}, 60_000);
