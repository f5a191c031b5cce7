import { DomainError, unavailable } from "@quarry/plugin/domain";

/** Others repeatedly write the same entries. */
export const busy = unavailable("vectors: another request is writing the same entries; try again", 1);

/** Error for an id outside the access filter. It doesn't disclose whether the id exists. */
export const idOutside = (field: string): DomainError =>
  permissionDenied(`${field}: can't be written with this key, whose filter limits its access`);

const permissionDenied = (message: string) => new DomainError({ code: "permission_denied", message });
