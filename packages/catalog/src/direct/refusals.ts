import { DomainError, unavailable } from "@quarry/plugin/domain";

/** Others write the same entries over and over. */
export const busy = unavailable("vectors: others are writing the same entries at this moment; try again", 1);

/** What would be written doesn't match the caller's boundary; says so of what the caller sent, and nothing of what there is. */
export const outsideBoundary = (field: string): DomainError =>
  permissionDenied(`${field}: must match the filter of this key, and what was sent does not`);

/** Says nothing of what is there. */
export const idOutside = (field: string): DomainError =>
  permissionDenied(`${field}: can't be written with this key, whose filter bounds what it may touch`);

const permissionDenied = (message: string) => new DomainError({ code: "permission_denied", message });
