import type { OperationId } from '../../api/contract/index.ts';
import type { FileDownload } from '../../api/contract/shapes.ts';
import { isSecretDownload } from '../../api/download.ts';
import { safeFileName } from '../../lib/localFiles.ts';
import type { Plan } from '../../store/action/plan.ts';
import type { Known, Shown } from '../../store/cockpit.ts';
import { type Call, callPlan } from './call.ts';
import { ownForm } from './typedForm.ts';

/** The directory part of a path. */
const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** A field for the path of a new local file; for a directory, the file's own name is appended. */
function pathField({ local }: Known, name: string, directory: string) {
  return {
    label: 'save as',
    hint: 'a new local file; an existing file is never overwritten',
    initial: `${directory === '/' ? '' : directory}/${name}`,
    path: 'local' as const,
    read(text: string) {
      if (text === '') return { problem: 'Name a local file.' };
      const path = local.resolve(local.isDirectory(text) ? `${text}/${name}` : text);
      if (local.exists(path)) return { problem: `${path} already exists.` };
      const into = directoryOf(path);
      return local.isDirectory(into) ? { value: path } : { problem: `There is no directory ${into}.` };
    },
  };
}

/**
 * A call of an operation that returns a file; the form asks under which name to save it on this machine.
 * @param file the file's name in the cluster, and the local directory to suggest
 */
export function savePlan<Id extends OperationId>(
  cockpit: Known & Shown,
  call: Omit<Call<Id>, 'show' | 'undo' | 'ask'>,
  { name, directory = '.' }: { readonly name: string; readonly directory?: string },
): Plan {
  const safe = safeFileName(name);
  const path = pathField(cockpit, safe, cockpit.local.resolve(directory));
  const { fields, valuesOf } = ownForm(cockpit, { 'local.path': path });
  return {
    ...callPlan(cockpit, { refreshes: [], ...call, undo: 'delete the local file', ask: [] }),
    fields,
    show: (reply, values) =>
      void cockpit.transfers.download({
        name: safe,
        path: valuesOf(values)['local.path'],
        secret: isSecretDownload(call.operation),
        ask: () => Promise.resolve(reply as FileDownload),
      }),
  };
}
