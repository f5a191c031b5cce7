import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { format, resolveConfig } from "prettier";
import { manifestFiles } from "./manifests.ts";
import type { Place } from "./place.ts";
import { type PluginName, rename } from "./plugin-name.ts";
import { readmeOf } from "./readme.ts";
import { readTemplate } from "./templates.ts";

/** Writes the folder of a new plugin; the packages it is written against are not in it yet. */
export const makePlugin = async (name: PluginName, place: Place, repository: string): Promise<void> => {
  const template = readTemplate(name.kind, (text) =>
    rename(text, name).replaceAll(`@quarry/${name.full}`, place.packageName),
  );
  const style = await resolveConfig(join(repository, "package.json"));
  const files = { ...template.start, "README.md": readmeOf(template, name, place) };
  for (const [path, text] of Object.entries(files)) await write(place.folder, path, text, style);
  for (const [path, value] of Object.entries(manifestFiles(name, place, repository)))
    await write(place.folder, path, JSON.stringify(value), style);
  if (!place.isInside) await write(place.folder, ".gitignore", "node_modules\ndist\n", undefined);
};

/** As the repository's formatter would have it: a name that is longer than "acme" breaks lines elsewhere. */
const write = async (
  folder: string,
  path: string,
  text: string,
  style: Awaited<ReturnType<typeof resolveConfig>> | undefined,
): Promise<void> => {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, style === undefined ? text : await format(text, { ...style, filepath: target }));
};
