import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from '../scripts/lib/needs.mjs';
import type { Program } from './program.ts';

/** A well-known terminal program to compare with, with something to show. */
export interface Peer extends Program {
  readonly name: string;
  /** The content that it shows in this run. */
  readonly showing: string;
}

const LOG_LINES = 1_000_000;
const COMMITS = 5000;
const FILES = 2000;

function makeLog(folder: string): string {
  const path = join(folder, 'cluster.log');
  const lines = Array.from({ length: LOG_LINES }, (_, index) => {
    const time = new Date(Date.UTC(2026, 0, 1) + index * 250).toISOString();
    return `${time} stor-${index % 40} ceph-osd[${1000 + (index % 60)}]: osd.${index % 60} heartbeat_check: no reply from 10.2.0.${index % 200}`;
  });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function makeRepository(folder: string): string {
  const path = join(folder, 'repository');
  execFileSync('git', ['init', '--quiet', path]);
  const commits = Array.from({ length: COMMITS }, (_, index) => {
    const message = `change number ${index}`;
    return `commit refs/heads/main\ncommitter A Person <person@example.org> ${1_760_000_000 + index * 60} +0000\ndata ${message.length}\n${message}\n`;
  });
  execFileSync('git', ['-C', path, 'fast-import', '--quiet'], { input: commits.join('') });
  execFileSync('git', ['-C', path, 'symbolic-ref', 'HEAD', 'refs/heads/main']);
  return path;
}

function makeFiles(folder: string): string {
  const path = join(folder, 'files');
  mkdirSync(path);
  for (let index = 0; index < FILES; index++)
    writeFileSync(join(path, `file-${String(index).padStart(4, '0')}`), '');
  return path;
}

type Maker = (folder: string) => Omit<Peer, 'name' | 'file'>;

/** The peers, each with its own home directory, so that no personal settings apply. */
const PEERS: Readonly<Record<string, Maker>> = {
  htop: (folder) => ({ showing: 'processes', args: [], options: { env: { HOME: folder } }, ready: /PID/ }),
  btop: (folder) => ({ showing: 'processes', args: [], options: { env: { HOME: folder } }, ready: /proc/ }),
  tig: (folder) => ({
    showing: `${COMMITS} commits`,
    args: [],
    options: { cwd: makeRepository(folder), env: { HOME: folder } },
    ready: new RegExp(`change number ${COMMITS - 1}`),
  }),
  mc: (folder) => ({
    showing: `${FILES} files`,
    args: ['--nosubshell', '--nomouse'],
    options: { cwd: makeFiles(folder), env: { HOME: folder } },
    ready: /file-000/,
  }),
  lnav: (folder) => ({
    showing: `${LOG_LINES} log lines`,
    args: ['-t', makeLog(folder)],
    options: { env: { HOME: folder } },
    ready: /heartbeat_check/,
    toTop: ['g'],
  }),
};

/** The installed peers; the data that they show is created below `folder`. */
export function installedPeers(folder: string): Peer[] {
  return Object.entries(PEERS)
    .filter(([name]) => isInstalled(name))
    .map(([name, make]) => ({ name, file: name, ...make(folder) }));
}
