export { serveOverStdio } from "./serve.ts";
