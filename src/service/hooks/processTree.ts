import { readdirSync, readFileSync } from 'node:fs';

/**
 * The environment variable whose value all processes of a run inherit, even if they change their group, session or
 * parent.
 */
export const MARK = 'STOREDECK_RUN';

/** A process on this machine. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The value of MARK in its environment; undefined if this user may not read it. */
  readonly mark: string | undefined;
}

/** Maximum rounds of finding and killing; a process that is forked during one round is found in the next. */
const ROUNDS = 10;

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process has exited meanwhile, or belongs to another user.
    return '';
  }
}

/** Reads a process from /proc; undefined for one that has exited, zombies included. */
function readProcess(pid: string): ProcessRow | undefined {
  const stat = contentOf(`/proc/${pid}/stat`);
  // The name in parentheses may contain anything, including parentheses.
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
    // Not on Linux: only the process group is killed.
    return [];
  }
}

/**
 * Finds the processes of a run: those with its mark, its `known` processes, and everything in the group or session of
 * these, or started by them.
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
    // It has exited already, or now belongs to another user.
  }
}

/**
 * Kills a run: the process group of its leader and, on Linux, processes that have left the group for a session of
 * their own. The only process that is not found is one that also clears its environment and detaches from its parent.
 */
export function killProcessTree(leader: number, mark: string): void {
  const known = new Set([leader]);
  for (let round = 0; round < ROUNDS; round++) {
    // Collected before anything is killed: once its parent is killed, a process is no longer a child of the run.
    const tree = processTreeOf(processes(), known, mark);
    kill(-leader);
    if (tree.length === 0) return;
    for (const pid of tree) {
      known.add(pid);
      kill(pid);
    }
  }
}
