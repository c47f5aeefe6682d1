import { bytes, count, percent, rate } from '../../lib/format.ts';
import { cut, visible, width } from '../../lib/text.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { flagText, healingText, partText, roomText } from '../../store/facts/clusterText.ts';
import { bar } from '../../widgets/bar.ts';
import { fillRole, levelRole } from '../levels.ts';

/** Columns of the labels before the lines on the cluster as a whole. */
export const LABEL = 7;

const HEALING_ROLE = {
  healthy: 'ok',
  healing: 'info',
  measuring: 'info',
  stalled: 'warn',
  held: 'warn',
  worsening: 'error',
  unknown: 'dim',
} as const;

function healingLine(cockpit: Known & Shown): string {
  const healing = cockpit.facts.healing();
  const { paint } = cockpit.look;
  const state = paint(HEALING_ROLE[healing.state], healing.state);
  if (healing.state === 'healthy') return `${state}, all placement groups okay`;
  const missing =
    healing.total > 0 ? `, ${count(healing.missing)} of ${count(healing.total)} pgs not okay` : '';
  const more = visible(healingText(healing), cockpit.look.unicode);
  return `${state}${missing}${more ? `, ${more}` : ''}`;
}

function usedLine(cockpit: Known & Shown, columns: number): string {
  const { look } = cockpit;
  const { usedBytes, totalBytes, osdsWithoutPart } = cockpit.facts.cluster();
  if (usedBytes === undefined || totalBytes === undefined || totalBytes === 0)
    return look.paint('dim', 'unknown');
  const share = usedBytes / totalBytes;
  const text = ` ${percent(share)}  ${bytes(usedBytes)} of ${bytes(totalBytes)}`;
  const room = Math.max(0, Math.min(16, columns - LABEL - width(text)));
  return `${bar(share, room, look, fillRole(share) === 'text' ? 'accent' : fillRole(share))}${text}${look.paint('dim', partText(osdsWithoutPart))}`;
}

function trafficLine(cockpit: Known): string {
  const numbers = cockpit.facts.cluster();
  const parts = [
    `read ${rate(numbers.readBytes)} ${count(numbers.readIops)} op/s`,
    `write ${rate(numbers.writeBytes)} ${count(numbers.writeIops)} op/s`,
  ];
  if (numbers.recoveryBytes) parts.push(`recovery ${rate(numbers.recoveryBytes)}`);
  return parts.join('  ');
}

function servicesLine(cockpit: Known & Shown): string {
  const { look } = cockpit;
  return cockpit.facts
    .services()
    .map(({ label, online, total, level }) =>
      look.paint(
        level === 'ok' ? 'text' : levelRole(level),
        `${label} ${online}/${total}${level === 'ok' ? '' : '!'}`,
      ),
    )
    .join('  ');
}

const roomLine = ({ facts, look }: Known & Shown): string =>
  roomText(
    facts.room(),
    (name) => visible(name, look.unicode),
    (share, text) => look.paint(fillRole(share), text),
  );

function whereLine(cockpit: Known & Shown): string {
  const where = cockpit.facts.where();
  if (where.kind === 'none') return '';
  const { paint, unicode } = cockpit.look;
  return `${visible(where.text, unicode)} ${paint('dim', `${unicode ? '→' : '->'} ${visible(where.next, unicode)}`)}`;
}

function flagsLine(cockpit: Known & Shown): string {
  const off = cockpit.facts.flags().filter((flag) => flag.off);
  const { paint, unicode } = cockpit.look;
  return off.map((flag) => paint('warn', visible(flagText(flag), unicode))).join('  ');
}

/** The lines on the cluster as a whole, the most important first; those with nothing to say are left out. */
export function clusterLines(cockpit: Known & Shown, columns: number): string[] {
  const { look } = cockpit;
  const lines: readonly (readonly [label: string, text: string])[] = [
    ['WHERE', whereLine(cockpit)],
    ['HEAL', healingLine(cockpit)],
    ['FLAGS', flagsLine(cockpit)],
    ['USED', usedLine(cockpit, columns)],
    ['I/O', trafficLine(cockpit)],
    ['SERV', servicesLine(cockpit)],
    ['ROOM', roomLine(cockpit)],
  ];
  return lines
    .filter(([, text]) => text !== '')
    .map(([label, text]) =>
      cut(`${look.paint('dim', ` ${label}`.padEnd(LABEL))}${text}`, columns, look.glyphs.ellipsis),
    );
}
