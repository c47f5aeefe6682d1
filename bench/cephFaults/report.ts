import type { FaultRun, Told } from './measure.ts';

const MAX_TEXT = 260;

/** Matches what differs in each run: the folders of the laboratory, the times of messages, and addresses in memory. */
const INCIDENTAL =
  /(?:\/\w+)*\/storedeck-[^/\s]*\/|\d{4}-\d\d-\d\dT\S+ [0-9a-f]+ -1 | ?\(0x[0-9a-f]+\)|127\.0\.0\.1:\d+/g;

/** A text for a cell of a table: a pipe would end the cell. */
const cell = (text: string): string => {
  const plain = text.replaceAll(INCIDENTAL, '');
  const short = plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
  return short.replaceAll('|', '\\|').replaceAll('\n', ' ');
};

const listed = (told: readonly Told[]): string =>
  told.map(({ text, afterS }) => `${afterS} s: ${cell(text)}`).join('<br>');

function writes({ account }: FaultRun): string {
  const { acknowledged, lost, refused, refusedButDone, unknown } = account;
  const rest = [
    `${acknowledged}`,
    `${lost} lost`,
    ...(refused > 0 ? [`${refused} refused, of which ${refusedButDone} were done`] : []),
    ...(unknown > 0 ? [`${unknown} without an answer`] : []),
  ];
  return rest.join('; ');
}

/** The faults as a Markdown table, one row each. */
export function faultsReport(where: string, runs: readonly FaultRun[]): string {
  const rows = runs.map((run) => [
    run.about,
    [
      listed(run.status),
      ...(run.doctor === '' ? [] : [`doctor: ${cell(run.doctor)}`]),
      ...(run.task === '' ? [] : [`task: ${cell(run.task)}`]),
    ].join('<br>'),
    `longest ${run.longest.s} s (${run.longest.of})${run.refusals.length > 0 ? `<br>${listed(run.refusals.slice(0, 2))}` : ''}`,
    `${run.wellS} s`,
    writes(run),
  ]);
  const head = ['fault', 'told by the status, after', 'lists', 'well again after', 'writes acknowledged'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  // Not aligned: its cells are sentences.
  return `${where}\n\n${[head, head.map(() => '---'), ...rows].map(line).join('\n')}\n`;
}
