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
    const search = new Search<Route>(verb, path.split("/"));
    search.visit(this.#root, 1);
    return search.result();
  }
}

/** Depth-first search of the tree for one request. */
class Search<Route> {
  readonly #verb: string;
  readonly #segments: readonly string[];
  readonly #values: string[] = [];
  #route: Route | undefined;
  #verbs: string[] | undefined;

  constructor(verb: string, segments: readonly string[]) {
    this.#verb = verb;
    this.#segments = segments;
  }

  /** Returns whether a route with the verb was found below a node. */
  visit(node: Node<Route>, index: number): boolean {
    if (index === this.#segments.length) return this.#arrive(node);
    const segment = this.#segments[index]!;
    const literal = node.literals.get(segment);
    if (literal !== undefined && this.visit(literal, index + 1)) return true;
    // An empty segment is not a value: `/v1/collections/` differs from `/v1/collections/{name}`.
    if (node.variable === undefined || segment === "") return false;
    this.#values.push(segment);
    if (this.visit(node.variable, index + 1)) return true;
    this.#values.pop();
    return false;
  }

  result(): RouteMatch<Route> | undefined {
    if (this.#route !== undefined) return { route: this.#route, values: this.#values, verbs: [] };
    return this.#verbs && { route: undefined, values: [], verbs: this.#verbs };
  }

  #arrive(node: Node<Route>): boolean {
    if (node.routes.size === 0) return false;
    this.#route = node.routes.get(this.#verb);
    if (this.#route === undefined) this.#verbs ??= [...node.routes.keys()];
    return this.#route !== undefined;
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
