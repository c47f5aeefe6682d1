/**
 * Where a simulated cluster keeps what operators did to it, so that it is still there after a restart: values
 * by section and key. What is saved can be any JSON value; what is loaded is what an earlier run saved.
 */
export interface Keep {
  load(section: string): ReadonlyMap<string, unknown>;
  save(section: string, key: string, value: unknown): void;
  remove(section: string, key: string): void;
  close(): void;
}

/** Keeps nothing beyond the process, and starts empty. */
export function memoryKeep(): Keep {
  const sections = new Map<string, Map<string, unknown>>();
  const sectionOf = (section: string) => {
    const known = sections.get(section) ?? new Map<string, unknown>();
    sections.set(section, known);
    return known;
  };
  return {
    load: (section) => new Map(sectionOf(section)),
    // As a file would have it: later changes of the value do not count.
    save: (section, key, value) => void sectionOf(section).set(key, structuredClone(value)),
    remove: (section, key) => void sectionOf(section).delete(key),
    close: () => undefined,
  };
}
