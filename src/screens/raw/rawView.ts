import { mask } from '../../api/mask.ts';
import { type RowAnswer, asOneValue } from '../../store/answers/rowAnswers.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { requestLine } from '../../store/session/requestLog.ts';
import { showJson } from '../../store/session/view.ts';
import { curlOf } from './curl.ts';

/** Opens the service's answers as JSON, with secrets masked, below the requests that returned them. */
export function showRaw(cockpit: Known & Shown, title: string, answers: readonly RowAnswer[]): void {
  const requests = cockpit.requests.newest(answers);
  showJson(cockpit.view, {
    title,
    value: mask(undefined, asOneValue(answers)),
    about: requests.map((record) => requestLine(record)),
    shell: requests.flatMap((record) => curlOf(cockpit, record) ?? []),
  });
}
