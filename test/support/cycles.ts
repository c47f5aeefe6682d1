/**
 * The groups of nodes of a directed graph that reach each other (strongly connected components), without single nodes.
 * In a graph of imports they are the import cycles. Nodes and groups are in alphabetical order.
 */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const groups = new Map<string, string[]>();
  for (const [node, reached] of reachable) {
    if (!reached.has(node)) continue;
    const group = [...reached].filter((other) => reachable.get(other)?.has(node)).toSorted();
    groups.set(group.join(), group);
  }
  return [...groups.values()].filter((group) => group.length > 1).toSorted();
}

/** All nodes that a path from a node reaches. The node itself is included only if it is in a cycle. */
function reachedFrom(graph: ReadonlyMap<string, readonly string[]>, node: string): ReadonlySet<string> {
  const reached = new Set(graph.get(node));
  // The iteration over a set includes what is added meanwhile.
  for (const next of reached) for (const further of graph.get(next) ?? []) reached.add(further);
  return reached;
}
