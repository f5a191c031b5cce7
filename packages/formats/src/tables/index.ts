export { isAmount, isHeaderLike, isYear, mayBeHeader } from "./table-header.ts";
