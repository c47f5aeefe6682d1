import type { Section } from '../../engine.ts';
import { noCrash } from '../../rules/crashes.ts';
import { refusal } from '../../rules/refused.ts';
import type { Ceph } from '../client/ceph.ts';
import { crashDetail, crashReport, LISTED, type CrashDump, type CrashInfoDump } from './read.ts';

export function crashHandlers(ceph: Ceph) {
  const list = (only: readonly (keyof CrashDump)[]) =>
    ceph.read<readonly CrashDump[]>({ prefix: 'crash ls' }, { only });
  /** Refuses an unknown id, for which the manager's crash module would report success. */
  const requireCrash = async (id: string) => {
    const dumps = await list(['crash_id']);
    if (!dumps.some((dump) => dump.crash_id === id)) throw refusal(noCrash(id));
  };
  return {
    async listCrashes() {
      const dumps = await list(LISTED);
      return dumps.map(crashReport).toSorted((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
    },
    async getCrash({ params: { id } }) {
      await requireCrash(id);
      return crashDetail(await ceph.read<CrashInfoDump>({ prefix: 'crash info', id }));
    },
    async archiveCrash({ params: { id } }) {
      await requireCrash(id);
      await ceph.write({ prefix: 'crash archive', id });
    },
    archiveAllCrashes: () => ceph.write({ prefix: 'crash archive-all' }),
  } satisfies Section;
}
