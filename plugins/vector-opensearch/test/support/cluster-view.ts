import type { OwnServer } from "@quarry/services";
import { expect } from "vitest";

/** Status of the cluster, as the cluster reports it. */
export class ClusterView {
  readonly #nodes: readonly OwnServer[];
  readonly #port: number;

  /** `port` is one at which any of the nodes responds. */
  constructor(nodes: readonly OwnServer[], port: number) {
    this.#nodes = nodes;
    this.#port = port;
  }

  /** Node with the primary copy for a routing key. */
  async holderOf(index: string, routing: string): Promise<OwnServer> {
    const { shards } = await this.#ask<{
      readonly shards: readonly (readonly { readonly node: string; readonly primary: boolean }[])[];
    }>(`/${index}/_search_shards?routing=${routing}`);
    return await this.#node(shards[0]!.find(({ primary }) => primary)!.node);
  }

  /** Returns the node that the others have elected as manager. */
  async manager(): Promise<OwnServer> {
    const path = "/_cluster/state/cluster_manager_node";
    return await this.#node((await this.#ask<{ readonly cluster_manager_node: string }>(path)).cluster_manager_node);
  }

  /** Waits until all nodes have joined, with every shard copy of the indices. */
  async isWhole(indices: string): Promise<void> {
    const path = `/_cluster/health/${indices}?wait_for_nodes=${this.#nodes.length}&wait_for_status=green&timeout=5s`;
    const isGreen = () =>
      this.#ask(path).then(
        () => true,
        () => false,
      );
    await expect.poll(isGreen, { timeout: 240_000, interval: 250 }).toBe(true);
  }

  async #node(id: string): Promise<OwnServer> {
    const { nodes } = await this.#ask<{
      readonly nodes: Readonly<Record<string, { readonly http: { readonly publish_address: string } }>>;
    }>(`/_nodes/${id}/http`);
    const port = Number(nodes[id]!.http.publish_address.split(":")[1]);
    return this.#nodes.find((node) => node.port === port)!;
  }

  async #ask<Answer>(path: string): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`);
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  }
}
