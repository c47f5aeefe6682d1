import { renderToString } from 'ink';
import { SGR } from '../lib/sgr.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { Frame } from './App.tsx';

/** The current screen as plain text, without trailing blanks. */
export function screenText(cockpit: Cockpit): string {
  const { columns, rows } = cockpit.view.getState().size;
  const text = renderToString(<Frame cockpit={cockpit} columns={columns} rows={rows} />, { columns });
  return text
    .replace(SGR, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
