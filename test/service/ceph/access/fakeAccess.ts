import { diskChangeCounter } from '../../../../src/service/ceph/access/diskChanges.ts';
import type { ServerHelper, ServerAccess } from '../../../../src/service/ceph/access/serverAccess.ts';
import type { StorageCall } from '../../../../src/service/ceph/client/storage.ts';
import type { Orchestrator } from '../../../../src/service/ceph/orchestrator/orchestrator.ts';
import type { RanProgram } from '../../../../src/service/ceph/via/programs.ts';
import { notPossible } from '../../../../src/service/engine.ts';

/** The answers of a server to calls by their names, and to programs by their command lines. */
export interface FakeServer {
  readonly [call: `host.${string}`]: (args: Readonly<Record<string, unknown>>) => unknown;
  readonly run?: (line: string) => Partial<RanProgram>;
}

export const NO_ORCHESTRATOR: Orchestrator = {
  hosts: async () => [],
  server: async () => undefined,
  problem: () => undefined,
};

/** Access to servers with prepared answers. `lines` are the programs that were run, after the name of the server. */
export function fakeAccess(
  servers: Readonly<Record<string, FakeServer>> = {},
  orchestrator: Pick<Orchestrator, 'server'> = NO_ORCHESTRATOR,
  unreached: Readonly<Record<string, string>> = {},
) {
  const lines: string[] = [];
  const diskChanges = diskChangeCounter();
  const helperOn = (host: string, server: FakeServer): ServerHelper => ({
    kind: 'ssh',
    reboot: ['reboot'],
    call: diskChanges.counted(host, (async (
      name: `host.${string}`,
      args: Readonly<Record<string, unknown>>,
    ) => {
      lines.push(`${host}: ${name} ${JSON.stringify(args)}`);
      return server[name]?.(args);
    }) as StorageCall),
    run: async (argv) => {
      lines.push(`${host}: ${argv.join(' ')}`);
      return { status: 0, out: '', err: '', ...server.run?.(argv.join(' ')) };
    },
  });
  const find = (host: string) => {
    const server = servers[host];
    return server && helperOn(host, server);
  };
  const access: ServerAccess = {
    find,
    orchestrated: (host, how) => orchestrator.server(host, how),
    diskChanges: diskChanges.of,
    unreached: (host) => unreached[host],
    on(host) {
      const helper = find(host);
      if (helper) return helper;
      throw notPossible(`${host} cannot be reached`);
    },
    close: async () => undefined,
  };
  return { access, lines };
}
