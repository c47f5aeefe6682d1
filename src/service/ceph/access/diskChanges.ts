import type { StorageCall } from '../client/storage.ts';

/** The programs that change what disks contain. */
const PROGRAMS = new Set<unknown>(['ceph-volume', 'wipefs']);

const mayChange = (name: string, { argv }: Readonly<Record<string, unknown>>): boolean =>
  name === 'host.divide_disk' || (name === 'host.run' && Array.isArray(argv) && PROGRAMS.has(argv[0]));

/** Counts the finished calls to servers that may have changed what their disks contain, also those that failed. */
export function diskChangeCounter() {
  const counts = new Map<string, number>();
  const of = (host: string): number => counts.get(host) ?? 0;
  return {
    of,
    /** The same calls, which are counted for a server. */
    counted:
      (host: string, call: StorageCall): StorageCall =>
      async (name, args, options) => {
        try {
          return await call(name, args, options);
        } finally {
          if (mayChange(name, args)) counts.set(host, of(host) + 1);
        }
      },
  };
}
