import type { Ceph } from '../client/ceph.ts';
import { readFilesystems } from '../files/filesystem.ts';
import { clusterFiles, CONF, recall, type DaemonNews, type RemoteDaemon } from '../gateways/remoteDaemon.ts';
import type { RemoteKind } from '../gateways/remoteGateways.ts';
import type { Collection } from '../state/collection.ts';
import {
  addableExports,
  GANESHA_CONF,
  ganeshaCommand,
  ganeshaConfig,
  problemsIn,
  readStart,
  RELOADED,
  STARTED,
  type GaneshaConfig,
  type SavedExport,
} from './ganesha.ts';
import { loadExports, type SavedNfs } from './services.ts';

/** The Ceph user of the gateways. */
const USER = 'storedeck-nfs';

const capsFor = (filesystem: string) => ({
  mon: 'allow r',
  mds: 'allow rw',
  osd: `allow rw tag cephfs data=${filesystem}`,
});

type DaemonSettings = Omit<GaneshaConfig, 'exports'>;

/** The memory of a daemon; it has exports after a start of systemd, too. */
interface DaemonMemory {
  /** Everything but the exports; if it changes, the daemon is restarted. */
  readonly settings: DaemonSettings;
  readonly exports: readonly SavedExport[];
  readonly problems: readonly string[];
}

const file = (settings: DaemonSettings, exports: readonly SavedExport[]) => ({
  [GANESHA_CONF]: ganeshaConfig({ ...settings, exports }),
});

/** The problems of a start or a reload, or that it did not come to its end. */
const problemsOf = ({ running, log }: DaemonNews, end: string): readonly string[] => {
  if (log.includes(end)) return problemsIn(log);
  const why = readStart(log).failure;
  return [`ganesha.nfsd ${running ? 'does not answer' : 'has ended'}${why ? `: ${why}` : ''}`];
};

async function startDaemon(
  ceph: Ceph,
  daemon: RemoteDaemon,
  wanted: DaemonMemory,
): Promise<readonly string[]> {
  const { settings, exports } = wanted;
  const { folder } = daemon;
  const news = await daemon.start({
    files: {
      ...(await clusterFiles(ceph, folder, USER, capsFor(settings.filesystem))),
      ...file(settings, exports),
    },
    argv: ganeshaCommand(folder),
    listens: [settings.address, settings.port],
    until: [STARTED, ':FATAL :'],
  });
  return problemsOf(news, STARTED);
}

/** Loads exports: those that can be added beside the present ones first. */
async function loadInto(
  daemon: RemoteDaemon,
  { settings, exports }: DaemonMemory,
  present: readonly SavedExport[],
) {
  const load = async (wanted: readonly SavedExport[]) =>
    problemsOf(await daemon.reload(file(settings, wanted), [RELOADED]), RELOADED);
  const addable = addableExports(present, exports);
  if (addable.length < exports.length) await load(addable);
  return load(exports);
}

/** NFS gateways on servers that are reached over ssh. */
export const remoteNfs = (
  ceph: Ceph,
  services: Collection<SavedNfs>,
  { address, port }: Pick<DaemonSettings, 'address' | 'port'>,
): RemoteKind<SavedNfs> => ({
  kind: 'nfs',
  services,
  serversOf: ({ overSsh = [] }) => overSsh,
  async serve(daemon, saved) {
    const [filesystem] = await readFilesystems(ceph);
    if (!filesystem) return [{ message: 'the cluster has no filesystem to export' }];
    const { folder } = daemon;
    const settings = {
      address,
      port,
      recovery: folder,
      conf: `${folder}/${CONF}`,
      user: USER,
      filesystem: filesystem.name,
    };
    const wanted = { settings, exports: loadExports(saved).exports.values(), problems: [] };
    const present = (await recall<DaemonMemory>(daemon))?.memory;
    if (present && JSON.stringify(present) === JSON.stringify(wanted)) return [];
    const isSame = present && JSON.stringify(present.settings) === JSON.stringify(settings);
    const problems = isSame
      ? await loadInto(daemon, wanted, present.exports)
      : await startDaemon(ceph, daemon, wanted);
    await daemon.remember(JSON.stringify({ ...wanted, problems } satisfies DaemonMemory));
    return problems.map((message) => ({ message }));
  },
  /** If it ended with exports, its capabilities would make other clients wait for a minute. */
  async release(daemon) {
    const present = (await recall<DaemonMemory>(daemon))?.memory;
    if (present) await loadInto(daemon, { ...present, exports: [] }, present.exports);
  },
});
