/**
 * The modules that run when a module is loaded: itself and its static imports, transitively.
 *
 * @param {string} entry its id
 * @param {(id: string) => { readonly importedIds: readonly string[] } | null} infoOf
 * @returns {Set<string>} ids
 */
export function modulesNeededBy(entry, infoOf) {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of infoOf(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}
