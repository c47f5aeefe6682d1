import type { Via } from '../via/via.ts';

/** Settings for OpenSSH connections to servers. */
export interface SshSettings {
  /** Path of a file in the format of ~/.ssh/config: users, keys, ports and jump hosts. */
  readonly configFile: string;
  readonly env: Via['env'];
}

/** Host names that ssh cannot mistake for an option or a user. The names come from daemons, so they are not trusted. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/;

/** Never prompts, and detects soon that a server is gone. */
const OPTIONS = [
  'BatchMode=yes',
  'ConnectTimeout=5',
  'ServerAliveInterval=5',
  'ServerAliveCountMax=3',
  // Shares connections if the configuration file sets a ControlPath.
  'ControlMaster=auto',
];

/** The ssh command that connects to a server; undefined for an invalid host name. */
export function sshVia(host: string, { configFile, env }: SshSettings): Via | undefined {
  if (!HOST.test(host)) return undefined;
  return {
    words: ['ssh', '-F', configFile, ...OPTIONS.map((option) => `-o${option}`), '-T', '--', host],
    shown: ['ssh', '-F', configFile, host],
    env,
  };
}
