import { contract } from '../../api/contract/index.ts';
import { curlLine } from '../../api/curl.ts';
import type { Operation } from '../../api/operation.ts';
import type { Acts, Known, Shown } from '../../store/cockpit.ts';
import type { RequestRecord } from '../../store/session/requestLog.ts';
import { say, showDescription } from '../../store/session/view.ts';

/** A curl command that repeats a request; undefined for writes, whose body is not kept, and without an HTTP service. */
export function curlOf({ context }: Known, { id, method, path, tier }: RequestRecord): string | undefined {
  if (tier !== 'read' || context.shell === undefined) return undefined;
  const operation: Operation = contract[id];
  return curlLine(context.shell, { method, path, stream: operation.stream ?? false });
}

/** The reason why there is no curl command; undefined if there is one. */
export function noCurl({ context }: Known, lines: readonly string[] | undefined): string | undefined {
  if (context.shell === undefined) return 'The service is in this program: curl cannot reach it.';
  return lines?.length
    ? undefined
    : 'No request that only reads is known here, and the body of a write is not kept.';
}

const TOKEN_HINT = 'The token is not in it: set STOREDECK_TOKEN in the shell.';

/** Copies curl commands to the clipboard, and shows them in full. */
export function showCurl(cockpit: Known & Shown & Pick<Acts, 'copy'>, lines: readonly string[]): void {
  const copied = cockpit.copy(`${lines.join('\n')}\n`);
  const hint = cockpit.context.shell?.sendsToken === true ? [TOKEN_HINT, ''] : [];
  const text = [...hint, ...lines];
  showDescription(cockpit.view, () => ({ title: 'The same from a shell', facts: [], text }));
  if (copied) say(cockpit.view, 'ok', "The curl command: sent to the terminal's clipboard.");
  else say(cockpit.view, 'warn', 'Too large for the clipboard: select it here.');
}
