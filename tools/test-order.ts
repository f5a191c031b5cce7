import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/**
 * An order of test files that keeps both processors busy to the end: each project's files are spread over the run, so
 * that those that wait run beside those that compute; `longest` come first in theirs, in this order. A project whose
 * files share workers comes last, whole: its files are short, and another project's between them would end the worker.
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
