import { expect, it } from "vitest";
import { addressOf, FORM_OPTIONS, searchStateOf, requestOf } from "./search-settings.ts";

const values = FORM_OPTIONS.map(({ schema }) => (schema.type === "boolean" ? false : (schema.minimum ?? 0.5)));
const options = Object.fromEntries(FORM_OPTIONS.map(({ property }, index) => [property, values[index]]));

it("stores every search option in the URL, and sends it under the contract's name", () => {
  const { a } = searchStateOf(addressOf({ query: "x", a: { collections: ["books"], ...options }, b: undefined }));
  expect(requestOf("x", a)).toEqual({
    query: "x",
    ...Object.fromEntries(FORM_OPTIONS.map(({ name }, index) => [name, values[index]])),
  });
});

it("drops URL values that are invalid for their option", () => {
  const wrong = Object.fromEntries(FORM_OPTIONS.map(({ property }) => [property, "much"]));
  const { a } = searchStateOf(
    addressOf({ query: "x", a: { collections: ["books"], ...wrong, unknown: 1 }, b: undefined }),
  );
  expect(requestOf("x", a)).toEqual({ query: "x" });
});
