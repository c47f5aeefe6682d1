import { bytes, count, percent, rate } from '../../lib/format.ts';
import { visible, width } from '../../lib/text.ts';
import { byLevel } from '../../store/answers/level.ts';
import { fillState } from '../../store/answers/node.ts';
import type { TrafficKind } from '../../store/answers/traffic.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { partText, spaceParts, usageAgeText } from '../../store/facts/clusterText.ts';
import { bar } from '../../widgets/bar.ts';
import { clusterSpark, TOP_LINE_FROM } from '../figures/trafficLine.ts';
import { fillLimits, fillRole, levelRole } from '../levels.ts';
import { LABEL, fitSentences, paintedLines, type Parts, partsSentences, type Sentence } from './sentence.ts';

function usedParts(cockpit: Known & Shown, columns: number): string[] {
  const { look } = cockpit;
  const { usedBytes, totalBytes, osdsNotCounted, usageAge } = cockpit.facts.cluster();
  if (usedBytes === undefined || totalBytes === undefined || totalBytes === 0)
    return [look.paint('dim', 'unknown')];
  const share = usedBytes / totalBytes;
  const text = ` ${percent(share)}  ${bytes(usedBytes)} of ${bytes(totalBytes)}`;
  const room = Math.max(0, Math.min(16, columns - LABEL - width(text)));
  const aged = look.paint('warn', usageAgeText(usageAge));
  return [
    `${bar(share, room, look, fillLimits(cockpit.facts.fillRatios()))}${text}${aged}`,
    look.paint('dim', partText(osdsNotCounted).trim()),
  ];
}

/** The rates of clients: with their sparklines unless the top line has these, and in little room the throughput alone. */
function trafficParts(cockpit: Known & Shown): Parts {
  const { readBytes, writeBytes, recoveryBytes, readIops, writeIops, usageAge } = cockpit.facts.cluster();
  const isNarrow = cockpit.view.getState().size.columns < TOP_LINE_FROM;
  const spark = (kind: TrafficKind) => (isNarrow ? ` ${clusterSpark(cockpit, kind)}`.trimEnd() : '');
  const recovery = recoveryBytes ? [`recovery ${rate(recoveryBytes)}`] : [];
  const aged = (parts: readonly string[]) =>
    parts.map((part, index) =>
      index < parts.length - 1 ? part : `${part}${cockpit.look.paint('warn', usageAgeText(usageAge))}`,
    );
  const [read, write] = [`read ${rate(readBytes)}`, `write ${rate(writeBytes)}`];
  return {
    parts: aged([
      `${read} ${count(readIops)} op/s${spark('read')}`,
      `${write} ${count(writeIops)} op/s${spark('write')}`,
      ...recovery,
    ]),
    shorter: aged([read, write, ...recovery]),
  };
}

function servicesParts(cockpit: Known & Shown): Parts {
  const { look } = cockpit;
  const services = cockpit.facts.services();
  const serviceText = ({ label, online, total, level }: (typeof services)[number]) =>
    look.paint(
      level === 'ok' ? 'text' : levelRole(level),
      `${label} ${online}/${total}${level === 'ok' ? '' : '!'}`,
    );
  const { whole = [], lacking = [] } = Object.groupBy(services, ({ level }) =>
    level === 'ok' ? 'whole' : 'lacking',
  );
  const labels = whole.map(({ label }) => label).join(', ');
  return {
    parts: services.map(serviceText),
    shorter: [
      ...lacking.toSorted((a, b) => byLevel(a.level, b.level)).map(serviceText),
      whole.length === 0 ? '' : `${lacking.length === 0 ? 'all up' : 'up'}: ${labels}`,
    ],
  };
}

function spaceLine({ facts, look }: Known & Shown): Parts {
  const parts = spaceParts(
    facts.freeSpace(),
    (name) => visible(name, look.unicode),
    (share, text) => look.paint(fillRole(share, fillState(share, facts.fillRatios())), text),
  );
  // The effect of a failure matters more than the fullest disk.
  return { parts: [parts.join(', ')], shorter: parts.slice(-1) };
}

/** The figures of the cluster: use, traffic, services, space after a loss. */
export const figures = (cockpit: Known & Shown, columns: number): readonly Sentence[] =>
  partsSentences(cockpit, columns, [
    { label: 'USED', parts: usedParts(cockpit, columns) },
    { label: 'I/O', ...trafficParts(cockpit) },
    { label: 'SERV', ...servicesParts(cockpit) },
    { label: 'SPACE', ...spaceLine(cockpit) },
  ]);

/** The lines with the figures of the cluster. */
export const figureLines = (cockpit: Known & Shown, columns: number, rows: number): readonly string[] =>
  paintedLines(cockpit, columns, fitSentences(figures(cockpit, columns), rows));
