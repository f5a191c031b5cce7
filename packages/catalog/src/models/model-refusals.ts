import { KNOWN_MODELS, recogniserSetup } from "@quarry/onnx/files";
import { conflict, describeValue, type DomainError, invalidArgument, notFound } from "@quarry/plugin/domain";
import type { ModelUse } from "./model-use.ts";

export const noSuchModel = (name: string): DomainError => {
  const known = KNOWN_MODELS.map((each) => each.name).join(", ");
  const allowed = `${known}, a folder in the models folder of the service, or a model of the configuration`;
  const setup = recogniserSetup(name);
  return setup === undefined
    ? notFound(`there is no model ${describeValue(name)}: it must be ${allowed}`)
    : invalidArgument(`name: ${setup}; a model for collections can be ${allowed}`);
};

export const needsKey = (name: string): DomainError =>
  invalidArgument(
    `name: ${describeValue(name)} may cost money; collections are moved to it by changes of their indexes`,
  );

export const notPrepared = (name: string): DomainError =>
  conflict(`the model ${describeValue(name)} is not prepared; prepare it first`);

export const underWay = ({ name, state }: ModelUse): DomainError =>
  conflict(`the use of the model ${describeValue(name)} is under way: it is ${state}; wait for it or cancel it`);

export const nothingUnderWay = conflict("no use of a model is under way");

export const nothingToRollBack = conflict("there is no use of a model to roll back");

export const notRolledBack = (name: string): DomainError =>
  conflict(`the use of ${describeValue(name)} can't be rolled back: it is not a loaded embedder`);

export const notAlone = conflict(
  "several processes may work on this service's database, and each needs the model: name it in the config file of each",
);
