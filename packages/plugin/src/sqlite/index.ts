export { limitSpace, SqliteSpace } from "./sqlite-space.ts";
export { SpaceUpkeep } from "./space-upkeep.ts";
