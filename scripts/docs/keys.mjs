import { createCockpit } from '../../src/app/cockpit.ts';
import { keysDocument } from '../../src/app/keys/document.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLook } from '../../src/lib/look.ts';

/** A call that never resolves: the keys do not depend on the cluster. */
const silent = () => new Promise(() => {});

const nothing = () => undefined;

/** @returns {string} docs/keys.md: every key and command of the console */
export function keysDocumentText() {
  const cockpit = createCockpit({
    transport: {
      send: /** @type {() => Promise<never>} */ (silent),
      download: /** @type {() => Promise<never>} */ (silent),
      close: () => Promise.resolve(),
    },
    clock: systemClock({ background: true }),
    look: createLook({ depth: 'none', unicode: false }),
    context: { name: 'demo', address: '', demo: true, production: false, deletePhrase: '' },
    readOnly: 'no',
    utc: true,
    logLines: 1000,
    openAudit: () => ({ write: nothing, close: () => Promise.resolve() }),
    quit: nothing,
    suspend: nothing,
    edit: /** @type {() => Promise<never>} */ (silent),
    folder: '',
    copy: () => false,
    showPlain: nothing,
    draw: () => '',
  });
  return keysDocument(cockpit);
}
