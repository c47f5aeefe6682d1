/**
 * The groups of nodes of a directed graph that reach each other (strongly connected components), those of one node left
 * out: of a graph of imports, the files that import each other in a circle. Nodes and groups are in alphabetical order.
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

/** All nodes that a path from a node leads to; the node itself only where it is in a circle. */
function reachedFrom(graph: ReadonlyMap<string, readonly string[]>, node: string): ReadonlySet<string> {
  const reached = new Set(graph.get(node));
  // A set is walked on to what is added meanwhile.
  for (const next of reached) for (const further of graph.get(next) ?? []) reached.add(further);
  return reached;
}
