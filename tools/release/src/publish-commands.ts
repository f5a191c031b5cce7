import { relative } from "node:path";
import type { Release } from "./build-release.ts";

/** Returns the commands that publish a release, dependencies first. */
export const publishCommands = (repository: string, release: Release): readonly string[] => {
  const { version, commit, folder, tarballs, packages, context } = release;
  const modules = packages.filter(({ kind }) => kind === "go");
  const tags = [`v${version}`, ...modules.map((entry) => `${entry.folder}/v${version}`)];
  const image = (target: string, name: string) =>
    `docker buildx build --platform linux/amd64,linux/arm64 --target ${target} --tag "$REGISTRY/${name}" --push - < ${relative(repository, context)}`;
  const path = (...parts: readonly string[]) => relative(repository, [folder, ...parts].join("/"));
  return [
    `(cd ${path()} && sha256sum --check --quiet SHA256SUMS)`,
    ...tags.map((tag) => `git tag --annotate --message "Quarry ${version}" ${tag} ${commit}`),
    `git push origin ${tags.join(" ")}`,
    ...tarballs.map((tarball) => `npm publish ./${path(relative(folder, tarball.path))}`),
    `twine upload ${path("python")}/*`,
    image("full", `quarry:${version}`),
    image("slim", `quarry:${version}-slim`),
  ];
};
