export { ChildServer } from "./child-server.ts";
export {
  cacheFolder,
  install,
  isInstalled,
  makePythonEnvironment,
  pythonEnvironment,
  run,
} from "./python-environment.ts";
export { callService, levelOf, Quarry } from "./quarry.ts";
export { Random } from "./random.ts";
export { median, percentile } from "./statistics.ts";
export { ownUsage, type Usage } from "./usage.ts";
export { clusteredVectors, VectorGroups } from "./vectors.ts";
export { COMMON, EVERYWHERE, madeUpWords, RARE } from "./words.ts";
