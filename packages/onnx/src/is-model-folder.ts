import { isAbsolute } from "node:path";

/** Whether a model is specified by its folder; anything else is an id on the hub. */
export const isModelFolder = (model: string): boolean => isAbsolute(model) || /^\.{1,2}([/\\]|$)/.test(model);
