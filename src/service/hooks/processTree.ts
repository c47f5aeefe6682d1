import { readdirSync, readFileSync } from 'node:fs';

/** The variable whose value all processes of one run inherit, whatever group, session or parent they take later. */
export const MARK = 'STOREDECK_RUN';

/** A process of this machine. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The value of MARK in its environment, as far as this user may read that. */
  readonly mark: string | undefined;
}

/** Rounds of looking and killing: what forks while it is being killed is found in the next one. */
const ROUNDS = 10;

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return '';
  }
}

/** Reads what Linux tells of a process; undefined for one that has ended, even if nobody has taken note of it yet. */
function readProcess(pid: string): ProcessRow | undefined {
  const stat = contentOf(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything, parentheses among it.
  const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (session === undefined || state === 'Z' || state === 'X') return undefined;
  const marked = contentOf(`/proc/${pid}/environ`)
    .split('\0')
    .find((one) => one.startsWith(`${MARK}=`));
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    mark: marked?.slice(MARK.length + 1),
  };
}

function processes(): ProcessRow[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(readProcess)
      .filter((row) => row !== undefined);
  } catch {
    // Not Linux: what is left of the group is all that can be known.
    return [];
  }
}

/**
 * Finds the processes that a run has started: those that carry its mark, and the groups, the sessions and all the
 * children of these and of those that are `known` to be of it, its leader first of all.
 */
export function familyOf(all: readonly ProcessRow[], known: Iterable<number>, mark: string): number[] {
  const family = new Set(known);
  const belongs = (row: ProcessRow) =>
    row.mark === mark || family.has(row.parent) || family.has(row.group) || family.has(row.session);
  for (let size = -1; size < family.size;) {
    size = family.size;
    for (const row of all) if (belongs(row)) family.add(row.pid);
  }
  return all.map(({ pid }) => pid).filter((pid) => family.has(pid));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already, or is another user's by now.
  }
}

/**
 * Kills a run: the process group of its leader and, on Linux, what has left that group for a session of its own. Only
 * a process that clears its environment and takes leave of its parent as well is not found.
 */
export function killFamily(leader: number, mark: string): void {
  const known = new Set([leader]);
  for (let round = 0; round < ROUNDS; round++) {
    // Looked at before anything is killed: whoever loses its parent is its child no longer.
    const family = familyOf(processes(), known, mark);
    kill(-leader);
    if (family.length === 0) return;
    for (const pid of family) {
      known.add(pid);
      kill(pid);
    }
  }
}
