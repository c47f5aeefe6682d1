import { join } from 'node:path';
import { program } from '../scripts/lib/project.mjs';
import { Service as Process } from '../test/support/service.ts';
import type { Crowd } from './figures.ts';

export type Service = Process;

function serve(folder: string, name: string, ...args: readonly string[]): Promise<Process> {
  const tokenFile = join(folder, `${name}.token`);
  return Process.run(
    [program, 'serve', ...args, '--listen', '127.0.0.1:0', '--token-file', tokenFile],
    tokenFile,
  );
}

/** Starts the services to measure; their files go to `folder`. */
export const Service = {
  /** A healthy simulated cluster of `osds` OSDs. */
  simulated: (folder: string, osds: number): Promise<Process> =>
    serve(folder, `sim-${osds}`, '--engine', 'sim', '--scale', String(osds), '--scenario', 'calm'),

  /** A real cluster. */
  ceph: (folder: string, conf: string): Promise<Process> =>
    serve(folder, 'ceph', '--engine', 'ceph', '--conf', conf, '--data', join(folder, 'ceph')),

  /** A simulated cluster with large numbers of everything. */
  crowded(folder: string, { osds, images, checks }: Crowd): Promise<Process> {
    const tokenFile = join(folder, 'crowd.token');
    const program = join(import.meta.dirname, 'crowd.ts');
    return Process.run([program, tokenFile, ...[osds, images, checks].map(String)], tokenFile);
  },

  /** A simulated cluster whose log produces `linesPerSecond` until it has `lines`. */
  flooding(folder: string, linesPerSecond: number, osds = 60, lines = Infinity): Promise<Process> {
    const tokenFile = join(folder, 'flood.token');
    const flood = join(import.meta.dirname, 'flood.ts');
    return Process.run([flood, String(linesPerSecond), tokenFile, String(osds), String(lines)], tokenFile);
  },
};
