import { DomainError, unavailable } from "@quarry/plugin/domain";

/** Others repeatedly write the same entries. */
export const busy = unavailable("vectors: others are writing the same entries at this moment; try again", 1);

/** Error for an id outside the access filter. It doesn't disclose whether the id exists. */
export const idOutside = (field: string): DomainError =>
  permissionDenied(`${field}: can't be written with this key, whose filter bounds what it may touch`);

const permissionDenied = (message: string) => new DomainError({ code: "permission_denied", message });
