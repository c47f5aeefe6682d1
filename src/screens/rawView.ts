import type { OperationId } from '../api/contract/index.ts';
import { mask } from '../api/mask.ts';
import { visible } from '../lib/text.ts';
import type { Cockpit } from '../store/cockpit.ts';
import { requestLine } from '../store/requestLog.ts';
import { pushOverlay } from '../store/view.ts';

/** Opens a value as JSON, its secrets masked, under the requests that it came with. */
export function showRaw(
  cockpit: Cockpit,
  title: string,
  value: unknown,
  operations: readonly OperationId[],
): void {
  const clean = (text: string) => visible(text, cockpit.look.unicode);
  pushOverlay(cockpit.view, {
    kind: 'json',
    title: clean(title),
    value: mask(undefined, value),
    about: cockpit.requests.newest(operations).map((record) => clean(requestLine(record))),
    toggled: new Set<string>(),
    search: '',
    searching: false,
    cursor: 0,
  });
}
