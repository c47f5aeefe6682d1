import { createApi } from '../api/client.ts';
import type { Transport } from '../api/transport.ts';
import type { Clock } from '../lib/clock.ts';
import { type Custom, NO_CUSTOM } from '../lib/custom.ts';
import { localFiles } from '../lib/localFiles.ts';
import type { Look, ThemeName } from '../lib/look.ts';
import { memoize } from '../lib/memoize.ts';
import { createFavourites } from '../screens/favourites/favourites.ts';
import { confirmLeaving } from '../screens/leaving.ts';
import { screenOf, screens as screenList } from '../screens/screens.ts';
import { type Cache, createCache } from '../store/cache/cache.ts';
import type { Sources } from '../store/cache/combined.ts';
import { isRecovery } from '../store/cache/state.ts';
import type { Cockpit, Edit, Known, Shown } from '../store/cockpit.ts';
import type { ContextInfo } from '../store/context.ts';
import { selectChanges } from '../store/facts/changes.ts';
import { createFacts } from '../store/facts/facts.ts';
import { createFleet, type FleetCluster } from '../store/fleet.ts';
import type { SlowChoice } from '../store/link/link.ts';
import type { Pacer } from '../store/link/pacer.ts';
import { learnFromLog } from '../store/log/history.ts';
import { createLogTail } from '../store/log/tail.ts';
import { createScreenData } from '../store/screenData.ts';
import type { AuditWriter } from '../store/session/audit.ts';
import { createHistory } from '../store/session/history.ts';
import { observeLog } from '../store/session/journalLog.ts';
import { recordJournal } from '../store/session/journalRecorder.ts';
import { KeyHistory } from '../store/session/keyHistory.ts';
import { createMadeChanges } from '../store/session/madeChanges.ts';
import { Memory } from '../store/session/memory.ts';
import { recordRequests } from '../store/session/requestLog.ts';
import { createUndoList } from '../store/session/undo.ts';
import { createViewStore, say } from '../store/session/view.ts';
import { persistViews } from '../store/session/viewPersistence.ts';
import type { ViewStore, ScreenView } from '../store/session/viewState.ts';
import { followTasks } from '../store/taskFollow.ts';
import { createTransfers } from '../store/transfers/transfers.ts';
import { propose } from './actions/perform.ts';
import { redrawDelay } from './frame/redrawDelay.ts';
import { trackCursor } from './frame/trackCursor.ts';
import { pacedLink } from './terminal/pacedLink.ts';
import { type Restart, startWatches } from './watches.ts';

export interface CockpitOptions extends Restart {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly look: Look;
  /** The theme of the look, and true if it was asked for on the command line: then a theme kept from before is not used. */
  readonly theme?: { readonly name: ThemeName; readonly isAsked: boolean };
  readonly context: ContextInfo;
  /** The read-only mode: off, on until the operator lifts it, or enforced by the configuration. */
  readonly readOnly: 'no' | 'asked' | 'forced';
  readonly utc: boolean;
  readonly logLines: number;
  /** The setting for slow links; by default the measured round trip decides. */
  readonly slow?: SlowChoice;
  /** Opens the audit file, which records each write; `onFailure` gets a message when recording fails. */
  readonly openAudit: (onFailure: (message: string) => void) => AuditWriter;
  /** Connections to the configured clusters, including this one. */
  readonly clusters?: readonly FleetCluster[];
  /** Ends this console to open another configured cluster. */
  readonly leaveFor?: (name: string) => void;
  /** The switch of the terminal's mouse reports. */
  readonly mouse?: Cockpit['mouse'];
  readonly quit: () => void;
  readonly suspend: () => void;
  readonly edit: Edit;
  readonly folder: string;
  readonly custom?: Custom;
  /** The file that keeps columns, sorting and filters of lists; undefined keeps nothing. */
  readonly viewsFile?: string;
  readonly copy: Cockpit['copy'];
  readonly showPlain: Cockpit['showPlain'];
  readonly redraw?: Cockpit['redraw'];
  /** Draws the screen as plain text. */
  readonly draw: (cockpit: Cockpit) => string;
}

const READ_ONLY = {
  asked: 'Read-only: lift it with the command :readwrite and the cluster name.',
  forced: 'Read-only: the configuration says so for this cluster.',
} as const;

/** Read-only mode with its switch, and the lists of writes: all, and those that can be undone. */
function writeLock(
  asked: CockpitOptions['readOnly'],
): Pick<Cockpit, 'readOnly' | 'setReadOnly' | 'undo' | 'made'> {
  let lock = asked;
  return {
    undo: createUndoList(),
    made: createMadeChanges(),
    readOnly: () => (lock === 'no' ? undefined : READ_ONLY[lock]),
    setReadOnly(wanted) {
      if (lock === 'forced') return READ_ONLY.forced;
      lock = wanted ? 'asked' : 'no';
      return undefined;
    },
  };
}

const NO_MOUSE: Cockpit['mouse'] = { isOn: false, set: () => undefined };

/** The parts of the cockpit that come unchanged from the options. */
const passedOn = (options: CockpitOptions) => ({
  clock: options.clock,
  look: options.look,
  context: options.context,
  quit: options.quit,
  suspend: options.suspend,
  edit: options.edit,
  folder: options.folder,
  copy: options.copy,
  showPlain: options.showPlain,
  redraw: options.redraw ?? (() => undefined),
  custom: options.custom ?? NO_CUSTOM,
  mouse: options.mouse ?? NO_MOUSE,
  local: localFiles,
});

/** The other configured clusters: their states, and switching to one. */
function otherClusters({
  clock,
  context,
  clusters = [],
  leaveFor,
}: CockpitOptions): Pick<Cockpit, 'fleet' | 'switchTo'> {
  const names = clusters.map((cluster) => cluster.context.name);
  return {
    fleet: createFleet(clock, clusters),
    switchTo(name) {
      if (name === context.name) return `This is ${name} already.`;
      if (!names.includes(name)) {
        const there =
          names.length === 0 ? 'the configuration has none' : `choose one of: ${names.join(', ')}`;
        return `There is no context ${name}; ${there}.`;
      }
      leaveFor?.(name);
      return undefined;
    },
  };
}

/** Persists the theme and the state of lists (columns, sorting, filters), if there is a file for it. */
function savedViews(options: CockpitOptions, view: ViewStore): AsyncDisposable | undefined {
  const { viewsFile: path, clock } = options;
  const isScreen = (id: string) => screenList.some((screen) => screen.id === id);
  const onProblem = (message: string) => say(view, 'warn', message);
  const kept = path === undefined ? undefined : persistViews({ view, clock, path, isScreen, onProblem });
  followTheme(options, view);
  return kept;
}

/** Paints with the theme that is kept or chosen with `:theme`. */
function followTheme({ look, theme }: CockpitOptions, view: ViewStore): void {
  const { name: first = 'terminal', isAsked = false } = theme ?? {};
  const { theme: kept } = view.getState();
  if (kept && !isAsked) look.setTheme(kept);
  view.subscribe(({ theme: chosen }, before) => {
    if (chosen !== before.theme) look.setTheme(chosen ?? first);
  });
}

/** The parts that combine several answers over time: the journal of changes, events from the log, followed tasks. */
function observers({
  api,
  logs,
  cache,
  view,
  clock,
}: Pick<Cockpit, 'api' | 'logs' | 'cache' | 'view' | 'clock'>): Disposable & {
  readonly known: Pick<Cockpit, 'facts' | 'followed' | 'changes'>;
} {
  const recorder = recordJournal(cache.store);
  const logHistory = learnFromLog({ api, logs, cache, clock }, (events) =>
    recorder.journal.setState((journal) => observeLog(journal, events), true),
  );
  const facts = createFacts(
    cache,
    () => recorder.journal.getState(),
    () => view.getState().now,
  );
  const followed = followTasks(cache);
  const changesIn = memoize(selectChanges);
  const changes = () =>
    changesIn({ transitions: recorder.journal.getState().transitions, absence: view.getState().absence });
  return {
    known: { facts, followed, changes },
    [Symbol.dispose]() {
      followed[Symbol.dispose]();
      logHistory[Symbol.dispose]();
      recorder[Symbol.dispose]();
    },
  };
}

/** The resources that a screen reads, and the rows derived from them. */
function sourcesOf(cockpit: Known & Shown, screen: ScreenView): Sources {
  const { reads, derive } = screenOf(screen);
  return {
    reads: reads?.(screen, cockpit) ?? {},
    ...(derive && { derive: (data, at) => derive(data, screen, at, cockpit) }),
  };
}

/**
 * Connects the log to the view and the cache: it is redrawn with the screen's clock, streams the chosen services and
 * servers, and reconnects at once when an outage ends instead of waiting out its backoff.
 */
function steerLog({ cache, view, logs }: Pick<Cockpit, 'cache' | 'view' | 'logs'>): void {
  view.subscribe(({ now, logs: { services, servers } }, before) => {
    if (now !== before.now) logs.notify();
    if (services !== before.logs.services || servers !== before.logs.servers)
      logs.start({ services, servers });
  });
  cache.store.subscribe((now, before) => {
    if (isRecovery(now, before)) logs.reconnectNow();
  });
}

/** The stores that are drawn; their listeners are notified no more often than the terminal link can take. */
const pacedStores = (
  pacer: Pacer,
  { clock, keys, view, cache, transfers }: Pick<Cockpit, 'clock' | 'keys' | 'view' | 'cache' | 'transfers'>,
): Pick<Cockpit, 'cache' | 'transfers'> => ({
  cache: { ...cache, store: pacer.store(cache.store, redrawDelay(clock, keys, view)) },
  transfers: { ...transfers, store: pacer.store(transfers.store) },
});

/** Assembles the cockpit; disposing it stops polling and the log stream, and flushes the audit file and the saved views. */
export function createCockpit(options: CockpitOptions): Cockpit & AsyncDisposable {
  const { clock } = options;
  const { transport, requests } = recordRequests(options.transport, clock);
  const lock = writeLock(options.readOnly);
  const view = createViewStore(clock.now(), { utc: options.utc });
  const history = createHistory(view, (going, go) => confirmLeaving(cockpit, going, go));
  const audit = options.openAudit((message) => say(view, 'error', message));
  const api = createApi({
    transport,
    readOnly: () => lock.readOnly() !== undefined,
    onWrite: (record) => audit.write(record),
    clock,
  });
  const cache: Cache = createCache({ api, clock });
  const logs = createLogTail({ api, clock, capacity: options.logLines });
  const screens = createScreenData({ cache, view, sourcesOf: (screen) => sourcesOf(cockpit, screen) });
  steerLog({ cache, view, logs });
  const transfers = createTransfers({
    clock,
    view,
    local: localFiles,
    transport,
    onSaved: () => void screens.refresh(),
  });
  const learned = observers({ api, logs, cache, view, clock });
  const { link, pacer } = pacedLink(clock, view, options.slow);
  const keys = new KeyHistory();
  const watches = startWatches(options, { cache, clock, view, keys, changes: learned.known.changes });
  const elsewhere = otherClusters(options);
  const cockpit: Cockpit = {
    ...passedOn(options),
    ...lock,
    ...elsewhere,
    api,
    link,
    pacer,
    keys,
    memory: new Memory(),
    ...pacedStores(pacer, { clock, keys, view, cache, transfers }),
    view,
    ...learned.known,
    screens,
    ...createFavourites(() => cockpit),
    logs,
    requests,
    history,
    unsent: (screen) => screenOf(screen).unsent?.(cockpit, screen),
    propose: (plan) => propose(cockpit, plan),
    screenText: () => options.draw(cockpit),
    reveal: async () => (await options.transport.reveal?.()) ?? [],
  };
  const views = savedViews(options, view);
  const cursor = trackCursor(cockpit);
  return Object.assign(cockpit, {
    async [Symbol.asyncDispose]() {
      await views?.[Symbol.asyncDispose]();
      watches[Symbol.dispose]();
      cursor[Symbol.dispose]();
      screens[Symbol.dispose]();
      cache[Symbol.dispose]();
      history[Symbol.dispose]();
      elsewhere.fleet[Symbol.dispose]();
      learned[Symbol.dispose]();
      logs.stop();
      pacer[Symbol.dispose]();
      await transfers[Symbol.asyncDispose]();
      await audit.close();
    },
  });
}
