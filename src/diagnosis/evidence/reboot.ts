import type { Task } from '../../api/contract/shapes.ts';

/** A server that a task of the service reboots at the moment. */
export interface Reboot {
  readonly server: string;
  /** The task, in words: `task 4 (Reboot servers)`. */
  readonly task: string;
  /** The last line of its output about the server. */
  readonly line: string;
}

/** Matches the line after which a server is not rebooted any more. */
const OVER = /: done$|^noout is unset/;

/** Splits a line into what may be names of servers. */
const wordsOf = (line: string): readonly string[] =>
  line.split(/[^\w.-]+/).map((word) => word.replace(/\.+$/, ''));

/**
 * The server that a running task reboots: tasks reboot servers one after the other, and their output tells of which last.
 * @param servers the names of the known servers
 */
export function rebootIn(
  tasks: readonly Task[] | undefined,
  servers: ReadonlySet<string>,
): Reboot | undefined {
  const task = tasks?.find(({ state, name = '' }) => state === 'RUNNING' && /reboot/i.test(name));
  const line = task?.output?.split('\n').findLast((one) => wordsOf(one).some((word) => servers.has(word)));
  const server = wordsOf(line ?? '').find((word) => servers.has(word));
  if (task === undefined || line === undefined || server === undefined || OVER.test(line)) return undefined;
  return { server, task: `task ${task.id ?? '?'} (${task.name})`, line };
}
