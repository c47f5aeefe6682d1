import { areCrashesOf } from '../evidence/checks.ts';
import { lastFailure } from '../evidence/failures.ts';
import { fromLog, hostOf, onHost, type Rule } from '../rule.ts';
import { ofCheck, ofOsd, SERVING_SYMPTOMS } from '../symptomIds.ts';
import { needProofs, reasonToKeep } from './needs.ts';

/** The disk of an OSD has disappeared from its server. */
export const diskMissing: Rule = {
  kind: 'disk-missing',
  cost: 0.5,
  propose: (evidence) =>
    evidence.notUp
      .filter(({ disk }) => disk?.missing === true)
      .map((osd) => {
        const failure = lastFailure(evidence, osd);
        const gone = evidence.log.offline.filter(
          ({ server }) => evidence.servers.get(server ?? -1) === osd.host,
        );
        const toKeep = reasonToKeep(evidence, osd);
        const device = osd.disk?.name ? ` ${osd.disk.name}` : '';
        return {
          kind: 'disk-missing',
          objects: [osd.name],
          ...hostOf(osd),
          since: gone[0]?.at ?? failure?.at,
          explains: [
            ...(['down', 'errors', 'waited', 'silent'] as const).map((what) => ofOsd(what, osd.id)),
            ...SERVING_SYMPTOMS,
            ...(areCrashesOf(evidence, osd.name) ? [ofCheck('RECENT_CRASH')] : []),
          ],
          against: [],
          isProven: true,
          text: `disk${device} of ${osd.name} is gone${onHost(osd).replace(' on', ' from')}`,
          proofs: [
            {
              text: `disk ${osd.disk?.serial || osd.disk?.name || `of ${osd.name}`} is missing`,
              source: 'disks',
            },
            ...gone.slice(-1).map(fromLog),
            ...needProofs(evidence, osd),
          ],
          next: [
            toKeep === undefined
              ? `reseat or replace the disk of ${osd.name}`
              : `reseat the disk of ${osd.name}, do not replace it: ${toKeep}`,
          ],
        };
      }),
};
