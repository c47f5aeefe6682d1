import { inLocale } from '../../lib/decimal.ts';
import { age } from '../../lib/format.ts';
import { byLevel } from '../../store/answers/level.ts';
import { localAnswer } from '../../store/answers/rowAnswers.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import type { FleetMember } from '../../store/fleet.ts';
import { leaveForCluster } from '../leaving.ts';
import { levelRole } from '../levels.ts';
import { signColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { noRow } from '../list/underCursor.ts';
import type { Screen } from '../screen.ts';
import { since } from '../since.ts';

/** The health of a cluster; that of the shown cluster is more recent than the fleet's. */
const health = (cockpit: Known, { current, status, level }: FleetMember) =>
  current ? cockpit.facts.health() : { status: status ?? '', level };

const checksOf = (cockpit: Known, { current, checks }: FleetMember): string =>
  (current ? cockpit.facts.health().checks.map(({ code }) => code) : checks).join(' ');

const causeOf = (cockpit: Known, { current, cause }: FleetMember) =>
  current ? cockpit.facts.diagnosis()?.causes[0] : cause;

const problemOf = ({ cache }: Known, { current, problem }: FleetMember) =>
  current ? cache.slot(resources.status).error?.message : problem;

/** The verdict on a cluster: why it cannot be reached, or else its first cause. */
function verdictOf(cockpit: Known, member: FleetMember): string {
  const problem = problemOf(cockpit, member);
  if (problem !== undefined) return problem;
  const cause = causeOf(cockpit, member);
  return cause === undefined
    ? ''
    : `${cause.confidence === 'likely' ? 'likely ' : ''}${inLocale(cause.text)}`;
}

function lastAnswer(cockpit: Known & Shown, { current, at }: FleetMember): string {
  const when = current ? cockpit.cache.slot(resources.status).at : at;
  return when === undefined ? '--' : age((cockpit.view.getState().now - when) / 1000);
}

const contexts: Screen = listScreen<FleetMember>()({
  id: 'contexts',
  names: ['contexts', 'clusters'],
  group: 'This console',
  title: 'Clusters',
  help: 'The configured clusters, the worst first, and what is to blame; Enter goes to one (also :ctx NAME)',
  local: (cockpit) =>
    cockpit.fleet.store
      .getState()
      .members.toSorted((a, b) => byLevel(health(cockpit, a).level, health(cockpit, b).level)),
  live: true,
  rowId: ({ context }) => context.name,
  answers: localAnswer,
  level: ({ level }) => level,
  columns: [
    signColumn((member, cockpit) => health(cockpit, member).level),
    textColumn(
      { id: 'name', title: 'CLUSTER', flex: 1, min: 12, max: 32, priority: 0, name: true },
      ({ context }) => context.name,
    ),
    {
      id: 'production',
      title: 'PROD',
      words: '',
      width: 4,
      priority: 1,
      ifAny: true,
      cell: ({ context }) => ({ text: context.production ? 'PROD' : '', role: 'danger' }),
      value: ({ context }) => (context.production ? 'PROD' : undefined),
    },
    textColumn({ id: 'here', title: 'SHOWN', width: 5, priority: 4 }, ({ current }) =>
      current ? 'here' : '',
    ),
    textColumn(
      { id: 'health', title: 'HEALTH', width: 14, priority: 1 },
      (member, cockpit) => health(cockpit, member).status,
      (member, cockpit) => levelRole(health(cockpit, member).level),
    ),
    textColumn({ id: 'answer', title: 'ANSWERED', width: 8, priority: 2 }, (member, cockpit) =>
      lastAnswer(cockpit, member),
    ),
    textColumn({ id: 'cause', title: 'CAUSE', flex: 3, min: 20, priority: 3 }, (member, cockpit) =>
      verdictOf(cockpit, member),
    ),
    textColumn({ id: 'since', title: 'FOR', words: 'for', width: 7, priority: 4 }, (member, cockpit) =>
      since(cockpit, causeOf(cockpit, member)?.since, causeOf(cockpit, member)?.mayBeOlder !== true),
    ),
    textColumn({ id: 'checks', title: 'CHECKS', flex: 2, min: 14, priority: 6 }, (member, cockpit) =>
      checksOf(cockpit, member),
    ),
    textColumn(
      { id: 'address', title: 'ADDRESS', flex: 1, min: 14, priority: 5 },
      ({ context }) => context.address,
    ),
  ],
  describe: (cockpit, member) => {
    const { status, level } = health(cockpit, member);
    const { name, address, production } = member.context;
    return {
      title: name,
      state: { level, word: status || 'not known' },
      facts: [
        ['address', address],
        ['production', production ? 'yes' : 'no'],
        ['shown', member.current ? 'here' : 'no'],
        ['answered', lastAnswer(cockpit, member)],
        ['cause', verdictOf(cockpit, member) || 'none is known'],
        ['checks', checksOf(cockpit, member) || 'none'],
      ],
      text: [],
    };
  },
  empty: 'No contexts are configured; storedeck help config shows how.',
  bindings: (cockpit, _scope, row) => [
    {
      keys: ['enter'],
      label: 'go there',
      help: 'Show this cluster instead',
      footer: 4,
      disabled: () => noRow(row),
      run: () => leaveForCluster(cockpit, row!.context.name),
    },
  ],
});

export const contextScreens: readonly Screen[] = [contexts];
