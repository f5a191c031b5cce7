import type { DirectoryDropItem, DropItem } from "react-aria-components";
import type { FileToUpload } from "./upload.ts";

/** System files in folders that no user wants to search. */
const SYSTEM_FILE = /^(\.|~\$|Thumbs\.db$|desktop\.ini$)/i;

/** Returns the files of a drop, including those in its folders at any depth. */
export async function* droppedFiles(items: Iterable<DropItem>): AsyncGenerator<FileToUpload> {
  for (const item of items) {
    if (item.kind === "file") yield { file: await item.getFile() };
    else if (item.kind === "directory") yield* filesIn(item, item.name);
  }
}

async function* filesIn(directory: DirectoryDropItem, path: string): AsyncGenerator<FileToUpload> {
  for await (const item of directory.getEntries()) {
    if (SYSTEM_FILE.test(item.name)) continue;
    const below = `${path}/${item.name}`;
    if (item.kind === "file") yield { file: await item.getFile(), path: below };
    else if (item.kind === "directory") yield* filesIn(item, below);
  }
}

/** Returns the files chosen in the browser's dialog. A chosen folder provides each file's path. */
export const chosenFiles = (list: FileList): readonly FileToUpload[] =>
  [...list].flatMap((file) => {
    if (file.webkitRelativePath === "") return [{ file }];
    return file.webkitRelativePath.split("/").some((name) => SYSTEM_FILE.test(name))
      ? []
      : [{ file, path: file.webkitRelativePath }];
  });
