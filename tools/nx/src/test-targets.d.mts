interface Project {
  readonly root: string;
  readonly targets: Readonly<Record<string, { readonly command: string; readonly inputs?: readonly string[] }>>;
}

/** Manifests that Nx looks for, and the projects of those that it found, as its `CreateNodesV2`. */
export const createNodesV2: readonly [
  string,
  (manifests: readonly string[]) => readonly (readonly [string, { readonly projects: Record<string, Project> }])[],
];
