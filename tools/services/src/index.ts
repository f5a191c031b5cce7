export { addressOf } from "./address-of.ts";
