import { createApi } from '../api/client.ts';
import type { Transport } from '../api/transport.ts';
import type { Clock } from '../lib/clock.ts';
import type { Look } from '../lib/look.ts';
import type { AuditWriter } from '../store/audit.ts';
import type { Cockpit, ContextInfo } from '../store/cockpit.ts';
import { createDeckStore } from '../store/deck.ts';
import { createFacts } from '../store/facts.ts';
import { keepJournal } from '../store/journalKeeper.ts';
import { observeLog } from '../store/journal.ts';
import { learnFromLog } from '../store/logLessons.ts';
import { createLogTail } from '../store/logTail.ts';
import { createPoller } from '../store/poller.ts';
import { createScreenFeed } from '../store/screenFeed.ts';
import { screenOf } from '../screens/areas/index.ts';
import { localFiles } from '../lib/localFiles.ts';
import { resources } from '../store/resources.ts';
import { createViewStore, say } from '../store/view.ts';
import { propose } from './perform.ts';

export interface CockpitOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly look: Look;
  readonly context: ContextInfo;
  /** Whether writes are refused: not, until the operator lifts it, or for good because the configuration says so. */
  readonly readOnly: 'no' | 'asked' | 'forced';
  readonly utc: boolean;
  readonly logLines: number;
  /** Opens the file that each write is recorded in; a failure to record is told, in words. */
  readonly openAudit: (onFailure: (message: string) => void) => AuditWriter;
  readonly quit: () => void;
  readonly suspend: () => void;
}

const READ_ONLY = {
  asked: 'Read-only: lift it with the command :readwrite and the cluster name.',
  forced: 'Read-only: the configuration says so for this cluster.',
} as const;

/** Puts the instruments together; disposing them ends all polling and the log stream, and writes what is left to record. */
export function createCockpit(options: CockpitOptions): Cockpit & AsyncDisposable {
  const { transport, clock, look, context, quit, suspend } = options;
  let lock = options.readOnly;
  const readOnly = () => (lock === 'no' ? undefined : READ_ONLY[lock]);
  const now = () => clock.now();
  const data = createDeckStore();
  const view = createViewStore(clock.now(), { utc: options.utc });
  const audit = options.openAudit((message) => say(view, 'error', message));
  const api = createApi({
    transport,
    readOnly: () => lock !== 'no',
    onWrite: (record) => audit.write(record),
    now,
  });
  const poller = createPoller({ api, clock, store: data, resources });
  const logs = createLogTail({ api, clock, capacity: options.logLines });
  const screens = createScreenFeed({
    clock,
    view,
    sourceOf(screen) {
      const { fetch, everyMs } = screenOf(screen);
      return fetch && { fetch: (signal) => fetch(api, screen, signal), everyMs };
    },
  });
  const keeper = keepJournal(data);
  const lessons = learnFromLog({ api, logs }, (events) =>
    keeper.journal.setState((journal) => observeLog(journal, events), true),
  );
  const facts = createFacts(
    data,
    () => keeper.journal.getState(),
    () => view.getState().now,
  );
  const cockpit: Cockpit = {
    api,
    data,
    view,
    facts,
    poller,
    logs,
    screens,
    local: localFiles,
    clock,
    look,
    context,
    readOnly,
    setReadOnly(wanted) {
      if (lock === 'forced') return READ_ONLY.forced;
      lock = wanted ? 'asked' : 'no';
      return undefined;
    },
    propose: (plan) => propose(cockpit, plan),
    quit,
    suspend,
  };
  return {
    ...cockpit,
    async [Symbol.asyncDispose]() {
      poller.close();
      screens[Symbol.dispose]();
      lessons[Symbol.dispose]();
      logs.stop();
      keeper[Symbol.dispose]();
      await audit.close();
    },
  };
}
