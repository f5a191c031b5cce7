import { expect, expectTypeOf, test } from "vitest";
import { bindServices } from "./bind-services.ts";

test("passes the services as the first argument and leaves the other parameters unchanged", () => {
  const add = ({ base }: { readonly base: number }, one: number, other?: number) => base + one + (other ?? 0);
  const name = (services: { readonly base: number; readonly label: string }) => services.label + services.base;
  const bound = bindServices({ base: 10, label: "n" }, { add, name });
  expectTypeOf(bound.add).toEqualTypeOf<(one: number, other?: number) => number>();
  expectTypeOf(bound.name).toEqualTypeOf<() => string>();
  expect([bound.add(1), bound.add(1, 2), bound.name()]).toEqual([11, 13, "n10"]);
});

test("a function that needs another service does not compile", () => {
  const needsMore = ({ other }: { readonly other: string }) => other;
  // @ts-expect-error the services have no `other`
  expect(bindServices({ base: 10 }, { needsMore }).needsMore()).toBeUndefined();
});
