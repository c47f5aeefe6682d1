import { healingOfCause } from '../../diagnosis/healing/causeHealing.ts';
import { distinctProofs } from '../../diagnosis/proofs.ts';
import { changeTexts } from '../../diagnosis/report.ts';
import type { Cause, Confidence } from '../../diagnosis/verdict.ts';
import { inLocale } from '../../lib/decimal.ts';
import { age, clockTime, dateTime } from '../../lib/format.ts';
import { heading } from '../../lib/textLine.ts';
import { plural } from '../../lib/words.ts';
import type { Description } from '../../store/action/action.ts';
import { causeId } from '../../store/answers/blame.ts';
import type { Level } from '../../store/answers/level.ts';
import { localAnswer } from '../../store/answers/rowAnswers.ts';
import { optionally } from '../../store/cache/resource.ts';
import { resources } from '../../store/cache/resources.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { EVIDENCE } from '../../store/facts/diagnosis.ts';
import { signColumn, textColumn } from '../list/columns.ts';
import { listScreen } from '../list/screen.ts';
import { namesPattern } from '../namesPattern.ts';
import { type PaneLink, type Screen, type ScreenLink, showPane } from '../screen.ts';
import { causeSubject } from './causeSubject.ts';

/** The level of a cause, by its confidence. */
const LEVELS: Readonly<Record<Confidence, Level>> = { certain: 'error', likely: 'warn', unknown: 'unknown' };

/** The description of a cause: evidence for and against it, alternatives that were ruled out, and missing data. */
function caseOf(cockpit: Known & Shown, cause: Cause): Description {
  const { facts, view } = cockpit;
  const { utc, now } = view.getState();
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [heading(title), ...lines.map((line) => `  ${line}`), ''];
  const { ruledOut = [], missing = [] } = facts.diagnosis() ?? {};
  const course = { healing: facts.healing(), scrubs: facts.scrubs() };
  const { reason: healing } = healingOfCause(cause, course, now, (ms) => clockTime(ms, utc));
  return {
    title: inLocale(cause.text),
    facts: [
      ['kind', cause.kind],
      ['confidence', cause.confidence],
      ['to blame', cause.objects.join(', ') || '--'],
      ['server', cause.host ?? '--'],
      ['heals', healing || '--'],
      [
        'since',
        cause.since === undefined
          ? 'not known'
          : `${dateTime(cause.since, utc)}${cause.mayBeOlder ? ' or earlier' : ''} (${age((now - cause.since) / 1000)})`,
      ],
    ],
    text: [
      ...part('Do next', cause.next),
      ...part('Changed shortly before it began', changeTexts(cause)),
      ...part(
        'Evidence',
        distinctProofs(cause.proofs).map(({ text, source }) => `${source}: ${inLocale(text)}`),
      ),
      ...part('Follows from it', cause.explains),
      ...part('Speaks against it', cause.against),
      ...part('Also considered', ruledOut.map(inLocale)),
      ...part('Not available', missing),
    ],
  };
}

/** Links from a cause to the OSDs and the server that it names. */
function linksOf({ objects, host }: Cause): (ScreenLink | PaneLink)[] {
  const osds = objects.filter((name) => name.startsWith('osd.'));
  const inPane = (label: string, pane: 'disks' | 'crush', names: readonly string[]): PaneLink => ({
    label,
    go: (cockpit) => showPane(cockpit, pane, `name:${namesPattern(names)}`),
  });
  return [
    ...(osds.length > 0 ? [inPane(`${plural(osds.length, 'OSD')} in the disks pane`, 'disks', osds)] : []),
    ...(host === undefined
      ? []
      : [
          {
            label: `disks of ${host}`,
            screen: 'server-disks',
            scope: { server: host },
            onPage: true as const,
          },
        ]),
    ...(objects.length > 0 ? [inPane('in the CRUSH tree', 'crush', objects)] : []),
  ];
}

/** The causes of the current problems, in the order in which to act on them. */
const why: Screen = listScreen<Cause>()({
  id: 'why',
  names: ['why', 'causes'],
  group: 'Cluster',
  title: 'Why',
  help: 'What is to blame for the state of the cluster, with the evidence for it and against it',
  reads: () => ({
    ...EVIDENCE,
    flags: optionally(resources.flags),
    pools: optionally(resources.pools),
    rules: optionally(resources.rules),
    recoverySpeed: optionally(resources.recoverySpeed),
    tasks: optionally(resources.tasks),
    writeLatency: optionally(resources.writeLatency),
  }),
  local: ({ facts }) => facts.diagnosis()?.causes ?? [],
  rowId: causeId,
  answers: localAnswer,
  level: ({ confidence }) => LEVELS[confidence],
  columns: [
    signColumn(({ confidence }) => LEVELS[confidence]),
    textColumn({ id: 'text', title: 'CAUSE', flex: 3, min: 24, priority: 0, name: true }, ({ text }) =>
      inLocale(text),
    ),
    textColumn({ id: 'confidence', title: 'SURE', width: 8, priority: 1 }, ({ confidence }) => confidence),
    textColumn({ id: 'kind', title: 'KIND', width: 15, priority: 3 }, ({ kind }) => kind),
    textColumn({ id: 'next', title: 'DO NEXT', flex: 2, min: 16, priority: 2 }, ({ next }) => next[0]),
  ],
  empty: 'Nothing is known to be wrong.',
  describe: (cockpit, cause) => caseOf(cockpit, cause),
  links: linksOf,
  subject: causeSubject,
});

export const whyScreens: readonly Screen[] = [why];
