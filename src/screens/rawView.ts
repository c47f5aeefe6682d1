import { mask } from '../api/mask.ts';
import { type RowAnswer, asOneValue } from '../store/answers.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import { requestLine } from '../store/session/requestLog.ts';
import { pushOverlay } from '../store/session/view.ts';

/** Opens what the service answered as JSON, its secrets masked, under the requests that it came with. */
export function showRaw(cockpit: Known & Shown, title: string, answers: readonly RowAnswer[]): void {
  pushOverlay(cockpit.view, {
    kind: 'json',
    title,
    value: mask(undefined, asOneValue(answers)),
    about: cockpit.requests.newest(answers).map((record) => requestLine(record)),
    toggled: new Set<string>(),
    search: '',
    searching: false,
    cursor: 0,
  });
}
