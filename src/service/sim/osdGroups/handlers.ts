import type { OsdGroups } from '../../../api/contract/extensions/osdGroups.ts';
import type { Section } from '../../engine.ts';
import { commitMsOf } from '../evidence/latencies.ts';
import type { Sim } from '../handlers/section.ts';
import { isMeasured } from '../history/measure.ts';
import { osdAnswers } from '../model/topology.ts';
import { oldestScrubs } from '../placementGroups/lastScrubs.ts';

/** Without a manager nothing is known, because it collects what the OSDs report. */
export const osdGroupsHandlers = ({ model }: Sim) =>
  ({
    getOsdGroups(): OsdGroups {
      if (!isMeasured(model)) return { osds: [] };
      const [plain, deep] = [oldestScrubs(model, 'plain'), oldestScrubs(model, 'deep')];
      const dateOf = (tick = Infinity) => Math.floor(model.timeOf(tick) / 1000);
      return {
        lastUpdated: 0,
        osds: model.osds
          .filter(({ destroyed }) => !destroyed)
          .map((osd) => ({
            osd: osd.id,
            pgs: osd.shards.length,
            ...(osd.up && osdAnswers(osd) && { commitMs: commitMsOf(model, osd) }),
            ...(plain[osd.id]! < Infinity && {
              scrubbed: dateOf(plain[osd.id]),
              deepScrubbed: dateOf(deep[osd.id]),
            }),
          })),
      };
    },
  }) satisfies Section;
