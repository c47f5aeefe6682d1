import { mask } from '../api/mask.ts';
import { type RowAnswer, asOneValue } from '../store/answers.ts';
import type { Known, Shown } from '../store/cockpit.ts';
import { curlOf } from './records/curl.ts';
import { requestLine } from '../store/session/requestLog.ts';
import { pushOverlay } from '../store/session/view.ts';

/** Opens what the service answered as JSON, its secrets masked, under the requests that it came with. */
export function showRaw(cockpit: Known & Shown, title: string, answers: readonly RowAnswer[]): void {
  const requests = cockpit.requests.newest(answers);
  pushOverlay(cockpit.view, {
    kind: 'json',
    title,
    value: mask(undefined, asOneValue(answers)),
    about: requests.map((record) => requestLine(record)),
    shell: requests.flatMap((record) => curlOf(cockpit, record) ?? []),
    toggled: new Set<string>(),
    search: '',
    searching: false,
    cursor: 0,
  });
}
