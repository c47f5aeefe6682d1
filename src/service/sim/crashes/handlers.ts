import type { Section } from '../../engine.ts';
import { noCrash } from '../../rules/crashes.ts';
import { refusal } from '../../rules/refused.ts';
import type { Sim } from '../handlers/section.ts';
import type { SimCrash } from './reports.ts';

const listed = ({ id, entity, timestamp, hostname, process, version, archived, reason }: SimCrash) => ({
  id,
  entity,
  timestamp,
  hostname,
  process,
  version,
  archived,
  reason,
});

export function crashHandlers({ model: { crashes } }: Sim) {
  const find = (id: string): SimCrash => {
    const report = crashes.get(id);
    if (report === undefined) throw refusal(noCrash(id));
    return report;
  };
  const archive = (report: SimCrash) => {
    if (!report.archived) crashes.put({ ...report, archived: true });
  };
  return {
    listCrashes: () => crashes.list().map(listed),
    getCrash: ({ params: { id } }) => find(id),
    archiveCrash: ({ params: { id } }) => archive(find(id)),
    archiveAllCrashes: () => crashes.list().forEach(archive),
  } satisfies Section;
}
