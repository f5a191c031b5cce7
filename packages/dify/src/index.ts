// Dify's External Knowledge API: a collection as a knowledge base of Dify.
export { makeDifyRoutes } from "./dify-routes.ts";
