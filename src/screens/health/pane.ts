import { heading } from '../../lib/textLine.ts';
import type { Description } from '../../store/action/action.ts';
import type { HealthRow } from '../../store/answers/health.ts';
import { muteEnd } from '../../store/answers/mutes.ts';
import { answered, knownAnswers } from '../../store/answers/rowAnswers.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { PANE_FACTS } from '../../store/session/panes.ts';
import { valueLines } from '../description/valueLines.ts';
import { paneList } from '../list/handle.ts';
import { cursorBindings, describeBinding } from '../list/keys.ts';
import { type TableText, tableText } from '../list/tableText.ts';
import { visibleRowsOf } from '../list/visibleRows.ts';
import type { Pane } from '../pane.ts';
import { navigationBinding } from '../relatedActivity.ts';
import { since } from '../since.ts';
import { headline, healthBody } from './body.ts';
import { checkKeys } from './links.ts';
import { muteActions } from './mutes.ts';
import { suggestedAction } from './suggested.ts';

function describe(cockpit: Known & Shown, code: string): Description | undefined {
  const check = cockpit.facts.health().checks.find((candidate) => candidate.code === code);
  if (!check) return undefined;
  return {
    title: check.code,
    facts: [
      ['severity', check.level],
      ['count', check.count === undefined ? '--' : String(check.count)],
      ['for', since(cockpit, check.since, check.sinceExact) || '--'],
      ['muted', check.mute ? muteEnd(check.mute, cockpit.view.getState().utc) : check.muted ? 'yes' : 'no'],
    ],
    text: [
      check.message,
      '',
      ...(check.meaning === undefined ? [] : [heading('What it means'), check.meaning, '']),
      ...(check.remedy === undefined ? [] : [heading('First remedy'), check.remedy, '']),
      heading(`Detail (${check.detail.length})`),
      ...check.detail,
      ...(check.raw === undefined ? [] : ['', heading('Raw data'), ...valueLines(cockpit, [check.raw])]),
    ],
  };
}

/** The rows that the pane wants: a healthy cluster leaves room for the panes below, trouble takes all it can get. */
const wants = ({ facts }: Known): number | undefined =>
  facts.health().checks.length > 0 || (facts.diagnosis()?.causes.length ?? 0) > 0
    ? undefined
    : PANE_FACTS.health.quiet;

/** The selected check. */
function current(cockpit: Known & Shown): HealthRow | undefined {
  const { checks } = cockpit.facts.health();
  const ids = checks.map((check) => check.code);
  return visibleRowsOf(cockpit.view.getState().lists.health, checks, ids, 1).current;
}

const summary = (cockpit: Known & Shown): string => headline(cockpit).trimStart();

function table(cockpit: Known & Shown): TableText {
  const { checks } = cockpit.facts.health();
  const columns = (['level', 'code', 'message', 'muted'] as const).map((id) => ({
    id,
    title: id.toUpperCase(),
    cell: (check: HealthRow) => ({ text: String(check[id]) }),
  }));
  return tableText('Health', cockpit.look, {
    columns,
    rows: checks,
    rowId: (check) => check.code,
    selected: current(cockpit),
    answers: ({ of }) =>
      knownAnswers([answered('getClusterStatus', of.status), answered('getClusterStatusDetail', of.detail)]),
  });
}

/** The health of the cluster: what is wrong, what that means, where it is, and whether it heals. */
export const healthPane: Pane = {
  id: 'health',
  changing: ['check'],
  operations: ['setFlag', 'unsetFlag', 'updateServerDisk', 'muteHealthCheck', 'unmuteHealthCheck'],
  dated: resources.status,
  reads: [
    resources.status,
    resources.health,
    resources.flags,
    resources.pools,
    resources.crush,
    resources.disks,
    resources.recoverySpeed,
    resources.tasks,
    resources.recentLog,
    resources.writeLatency,
    resources.settings,
    resources.rules,
    resources.usage,
    resources.backups,
  ],
  wants,
  body: healthBody,
  subjects: (cockpit) => [current(cockpit)?.code ?? ''],
  table,
  summary,
  actions: (cockpit) => {
    const suggested = suggestedAction(cockpit);
    const mutes = muteActions(cockpit, current(cockpit));
    // A disabled suggestion comes last.
    return suggested.refused === undefined ? [suggested, ...mutes] : [...mutes, suggested];
  },
  bindings: (cockpit) => [
    ...checkKeys(cockpit, current(cockpit)).map(navigationBinding),
    ...cursorBindings(cockpit, paneList('health'), () =>
      cockpit.facts.health().checks.map((check) => check.code),
    ),
    describeBinding(
      cockpit,
      () => current(cockpit)?.code,
      (code) => describe(cockpit, code),
      {
        actions: () => muteActions(cockpit, current(cockpit)),
        navigation: () => checkKeys(cockpit, current(cockpit)),
      },
    ),
  ],
};
