/** Route for one verb and one path. */
export interface Routed {
  readonly verb: string;
  readonly segments: readonly (string | undefined)[];
}

/** Result for a path that some route has; `route` is undefined if none of its routes has the verb. */
export interface RouteMatch<Route> {
  readonly route: Route | undefined;
  /** Values of the path's variables, still percent-encoded. */
  readonly values: readonly string[];
  /** Verbs of the path, from its most literal route. */
  readonly verbs: readonly string[];
}

interface Node<Route> {
  readonly literals: Map<string, Node<Route>>;
  variable: Node<Route> | undefined;
  readonly routes: Map<string, Route>;
}

/**
 * Prefix tree of routes by path segment. A literal segment takes precedence over a variable; if the literal branch
 * lacks the verb, the variable branch is searched.
 */
export class RouteTree<Route extends Routed> {
  readonly #root: Node<Route> = newNode();

  /** Adds a route. Throws if its verb and path exist already. */
  add(route: Route): void {
    let node = this.#root;
    for (const segment of route.segments) node = child(node, segment);
    if (node.routes.has(route.verb)) throw new Error(`${route.verb} /${route.segments.join("/")}: declared twice`);
    node.routes.set(route.verb, route);
  }

  /** Returns undefined if no route has the path. */
  find(verb: string, path: string): RouteMatch<Route> | undefined {
    const segments = path.split("/");
    const values: string[] = [];
    let verbs: string[] | undefined;
    const visit = (node: Node<Route>, index: number): Route | undefined => {
      if (index === segments.length) {
        const found = node.routes.get(verb);
        if (found === undefined && node.routes.size > 0) verbs ??= [...node.routes.keys()];
        return found;
      }
      const segment = segments[index]!;
      const literal = node.literals.get(segment);
      const found = literal && visit(literal, index + 1);
      // An empty segment is not a value: `/v1/collections/` differs from `/v1/collections/{name}`.
      if (found !== undefined || node.variable === undefined || segment === "") return found;
      values.push(segment);
      const below = visit(node.variable, index + 1);
      if (below === undefined) values.pop();
      return below;
    };
    const route = visit(this.#root, 1);
    if (route !== undefined) return { route, values, verbs: [] };
    return verbs && { route, values, verbs };
  }
}

function newNode<Route>(): Node<Route> {
  return { literals: new Map(), variable: undefined, routes: new Map() };
}

function child<Route>(node: Node<Route>, segment: string | undefined): Node<Route> {
  if (segment === undefined) return (node.variable ??= newNode());
  let next = node.literals.get(segment);
  if (next === undefined) node.literals.set(segment, (next = newNode()));
  return next;
}
