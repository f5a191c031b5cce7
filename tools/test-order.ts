import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/**
 * Returns an order of test files that uses both processors to the end. The files of each project are distributed over
 * the run, so that waiting tests run concurrently with computing ones; `longest` come first in their projects, in this
 * order. A project whose files share workers comes last as a block: its files are short, and a file of another project
 * in between would end the worker.
 */
export const spreadOut = (longest: readonly string[]): TestSequencerConstructor => {
  const rank = ({ moduleId }: TestSpecification): number => {
    const index = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
    return index === -1 ? longest.length : index;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const byLength = (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
      const projects = Map.groupBy(byLength, ({ project }) => project);
      return [...projects]
        .flatMap(([project, specs]) =>
          specs.map((spec, index) => ({ spec, at: project.config.isolate ? (index + 0.5) / specs.length : 1 })),
        )
        .toSorted((one, other) => one.at - other.at)
        .map(({ spec }) => spec);
    }
  };
};
