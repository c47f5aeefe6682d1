import { ApiError } from '../../api/failure.ts';
import type { Acts, Shown } from '../../store/cockpit.ts';
import { topScreen, updateScreen } from '../../store/session/screenView.ts';
import { say } from '../../store/session/view.ts';
import { openScreen } from '../screen.ts';

/** An edited script that is not saved. */
export interface Draft {
  /** Undefined for a new script. */
  readonly id: number | undefined;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The state of the screen that shows the changes of a script. */
export interface Review {
  readonly draft: Draft;
  /** Index of the first line in sight. */
  readonly top: number;
}

const NEW =
  '#!/bin/sh\n# The event is described in variables that begin with STOREDECK_; env shows them.\n\n';

/** Shows the changes of a draft, if there are any. */
function review(cockpit: Shown & Acts, draft: Draft): void {
  if (draft.before === draft.after) {
    say(cockpit.view, 'info', `${draft.name} was not changed.`);
    return;
  }
  const state: Review = { draft, top: 0 };
  const scope = { script: draft.id === undefined ? 'new' : draft.name };
  if (topScreen(cockpit.view.getState())?.screen === 'script-change')
    updateScreen(cockpit.view, (screen) => ({ ...screen, state }));
  else openScreen(cockpit, 'script-change', scope, state);
}

/** Opens a draft in the editor, then shows its changes. */
export async function editDraft(cockpit: Shown & Acts, draft: Draft): Promise<void> {
  const edited = await cockpit.edit(draft.name, draft.after);
  if (edited.kind === 'failed') say(cockpit.view, 'warn', edited.reason);
  else review(cockpit, { ...draft, after: edited.text });
}

/** Reads a script and opens it in the editor, then shows its changes. */
export async function editScript(cockpit: Shown & Acts, id: number): Promise<void> {
  try {
    const [contents, scripts] = await Promise.all([
      cockpit.api.getScript({ params: { id } }),
      cockpit.api.listScripts({}),
    ]);
    const name = scripts.find((script) => script.id === id)?.name ?? `script-${id}`;
    await editDraft(cockpit, { id, name, before: contents, after: contents });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(cockpit.view, 'error', `The script could not be read: ${error.failure.message}`);
  }
}

/** Opens the editor with a new script, whose name is asked for when it is saved. */
export const newScript = (cockpit: Shown & Acts): Promise<void> =>
  editDraft(cockpit, { id: undefined, name: 'new-script.sh', before: '', after: NEW });
