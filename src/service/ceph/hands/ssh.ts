import type { ReachedPlace } from '../place/place.ts';

/** The way in which OpenSSH is used to get to servers. */
export interface SshSettings {
  /** Path of a file as ~/.ssh/config is one: users, keys, ports and jump hosts. */
  readonly configFile: string;
  readonly env: ReachedPlace['env'];
}

/** A name that ssh takes for a host and for nothing else. Those of Ceph are what its daemons say. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/;

/** Asks for nothing, and notices soon that a server is gone. */
const OPTIONS = [
  'BatchMode=yes',
  'ConnectTimeout=5',
  'ServerAliveInterval=5',
  'ServerAliveCountMax=3',
  // Shared where the settings have a ControlPath.
  'ControlMaster=auto',
];

/** The words of ssh that lead to a server; undefined for what is no name of a host. */
export function sshPlace(host: string, { configFile, env }: SshSettings): ReachedPlace | undefined {
  if (!HOST.test(host)) return undefined;
  return {
    words: ['ssh', '-F', configFile, ...OPTIONS.map((option) => `-o${option}`), '-T', '--', host],
    shown: ['ssh', '-F', configFile, host],
    env,
  };
}
