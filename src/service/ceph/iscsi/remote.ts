import type { Clock } from '../../../lib/clock.ts';
import type { Ceph } from '../client/ceph.ts';
import { waitFor } from '../client/timeouts.ts';
import { clusterFiles, CONF, recall, type RemoteDaemon } from '../gateways/remoteDaemon.ts';
import type { RemoteKind } from '../gateways/remoteGateways.ts';
import type { Collection } from '../state/collection.ts';
import { portalText } from './portal.ts';
import { serversOverSsh, targetsOf, type SavedIscsi } from './services.ts';
import { requestTgt, TGT_SOCKET, TGT_SOCKET_BASE, tgtCommand, type TgtRequest } from './tgtControl.ts';
import { TgtTargets, type AppliedTargets } from './tgtTargets.ts';

/** The Ceph user of the gateways. */
const USER = 'storedeck-iscsi';
const CAPS = { mon: 'profile rbd', osd: 'profile rbd', mgr: 'profile rbd' };

const READY = { every: 100, within: 5000 };

/** The memory of a daemon, which has none of its targets any more after a start of systemd. */
interface AppliedGateway {
  readonly portal: string;
  readonly applied: AppliedTargets;
}

const ask = (daemon: RemoteDaemon) => (request: TgtRequest) =>
  requestTgt((bytes) => daemon.exchange(TGT_SOCKET, bytes), request);

const targetsIn = (daemon: RemoteDaemon, applied?: AppliedTargets): TgtTargets =>
  new TgtTargets(ask(daemon), { conf: `${daemon.folder}/${CONF}`, user: USER }, applied);

async function startDaemon(
  { ceph, clock }: { readonly ceph: Ceph; readonly clock: Clock },
  daemon: RemoteDaemon,
  portal: { readonly ip: string; readonly port: number },
): Promise<void> {
  const { folder } = daemon;
  await daemon.start({
    files: await clusterFiles(ceph, folder, USER, CAPS),
    argv: tgtCommand(portal),
    environment: { TGT_IPC_SOCKET: `${folder}/${TGT_SOCKET_BASE}` },
    listens: [portal.ip, portal.port],
    until: [],
  });
  const answers = () =>
    ask(daemon)({ mode: 'target', op: 'show' }).then(
      () => true,
      () => undefined,
    );
  if (!(await waitFor(clock, READY, answers)))
    throw new Error(`tgtd does not start: see ${folder}/iscsi.log there`);
}

/** iSCSI gateways on servers that are reached over ssh. */
export const remoteIscsi = (
  parts: { readonly ceph: Ceph; readonly clock: Clock },
  services: Collection<SavedIscsi>,
  port: number,
): RemoteKind<SavedIscsi> => ({
  kind: 'iscsi',
  services,
  serversOf: ({ gateways }) => serversOverSsh(gateways),
  async serve(daemon, saved, server) {
    const { ip = '' } = saved.gateways.find((gateway) => gateway.server === server) ?? {};
    const portal = portalText({ ip, port });
    const present = await recall<AppliedGateway>(daemon);
    const isSame = present?.memory.portal === portal;
    if (!isSame) await startDaemon(parts, daemon, { ip, port });
    const known = isSame && present.sameRun ? present.memory : undefined;
    const targets = targetsIn(daemon, known?.applied);
    const problems = await targets.apply(targetsOf(saved));
    const memory: AppliedGateway = { portal, applied: targets.applied };
    if (JSON.stringify(memory) !== JSON.stringify(known)) await daemon.remember(JSON.stringify(memory));
    return problems;
  },
  /** It ends only on request, and without targets; images of one that is killed stay in use for half a minute. */
  async release(daemon) {
    const present = await recall<AppliedGateway>(daemon);
    if (!present) return;
    await targetsIn(daemon, present.sameRun ? present.memory.applied : undefined).apply([]);
    await ask(daemon)({ mode: 'system', op: 'delete' });
  },
});
