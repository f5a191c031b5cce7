import { unavailable } from "@quarry/plugin/domain";

/** Others write the same entries over and over. */
export const busy = unavailable("vectors: others are writing the same entries at this moment; try again", 1);
