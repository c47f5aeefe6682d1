import { readdirSync, readFileSync } from 'node:fs';

/** The environment variable whose value all processes of a run inherit, whatever group, session or parent they have later. */
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

/** Rounds of finding and killing: a process that forks meanwhile is found in the next round. */
const ROUNDS = 10;

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has exited meanwhile, or belongs to another user.
    return '';
  }
}

/** Reads a process from /proc; undefined for one that has exited, zombies included. */
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
    // Not Linux: only the process group is known.
    return [];
  }
}

/**
 * Finds the processes of a run: those with its mark, and the groups, sessions and children of these and of the
 * `known` processes, which include its leader.
 */
export function processTreeOf(all: readonly ProcessRow[], known: Iterable<number>, mark: string): number[] {
  const tree = new Set(known);
  const belongs = (row: ProcessRow) =>
    row.mark === mark || tree.has(row.parent) || tree.has(row.group) || tree.has(row.session);
  for (let size = -1; size < tree.size;) {
    size = tree.size;
    for (const row of all) if (belongs(row)) tree.add(row.pid);
  }
  return all.map(({ pid }) => pid).filter((pid) => tree.has(pid));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already, or is another user's by now.
  }
}

/**
 * Kills a run: the process group of its leader and, on Linux, processes that have left the group for a session of
 * their own. Only a process that also clears its environment and detaches from its parent is not found.
 */
export function killProcessTree(leader: number, mark: string): void {
  const known = new Set([leader]);
  for (let round = 0; round < ROUNDS; round++) {
    // Found before anything is killed: a process whose parent is killed is no child of the run any more.
    const tree = processTreeOf(processes(), known, mark);
    kill(-leader);
    if (tree.length === 0) return;
    for (const pid of tree) {
      known.add(pid);
      kill(pid);
    }
  }
}
