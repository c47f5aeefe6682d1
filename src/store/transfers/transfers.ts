import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileDownload } from '../../api/contract/shapes.ts';
import { counted, downloaded } from '../../api/download.ts';
import type { Upload } from '../../api/operation.ts';
import type { RawInput, Transport } from '../../api/transport.ts';
import type { Clock } from '../../lib/clock.ts';
import { bytes } from '../../lib/format.ts';
import type { LocalFiles } from '../../lib/localFiles.ts';
import { messageOf } from '../../lib/thrown.ts';
import { say } from '../session/view.ts';
import type { Notice, ViewStore } from '../session/viewState.ts';
import { type Transfer, transferNotice } from './text.ts';

/** A file that is to be fetched and saved. */
export interface Wanted {
  readonly name: string;
  /** Where it is saved on this machine; a file that is there already is never overwritten. */
  readonly path: string;
  /** Only its owner may read the saved file. */
  readonly secret?: boolean;
  /** Asks the service for the file. */
  readonly ask: (signal: AbortSignal) => Promise<FileDownload>;
}

type DownloadEnd = 'saved' | 'failed' | 'cancelled';

/** Files on their way to the cluster and from it. Disposing it stops them all, and takes away what is not whole. */
export interface Transfers extends AsyncDisposable {
  readonly store: StoreApi<{ readonly running: readonly Transfer[] }>;
  /** Saves a file; how far it is and how it ended is said at the foot of the screen. Never rejects. */
  readonly download: (wanted: Wanted) => Promise<DownloadEnd>;
  /** Calls an operation; while it takes the files in its input, they are counted and can be stopped. */
  readonly sending: <T>(
    input: RawInput,
    call: (input: RawInput, options: { readonly signal?: AbortSignal }) => Promise<T>,
  ) => Promise<T>;
  readonly stop: (id: number) => void;
}

export interface TransfersOptions {
  readonly clock: Clock;
  readonly view: ViewStore;
  readonly local: LocalFiles;
  readonly transport: Pick<Transport, 'download'>;
  /** Called when a file was saved. */
  readonly onSaved: () => void;
}

/** Time between two words to the screen of how far a transfer is, in milliseconds. */
const EVERY_MS = 500;
/** A notice about a transfer stays this long without news of it, in milliseconds. */
const NOTICE_MS = 3000;

const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && 'content' in value && 'name' in value;

/** The running transfers, and the notice that shows them without covering another one. */
function createBoard({ clock, view }: Pick<TransfersOptions, 'clock' | 'view'>) {
  const store = createStore<{ readonly running: readonly Transfer[] }>(() => ({ running: [] }));
  const aborts = new Map<number, AbortController>();
  let last = 0;
  let told: Notice | undefined;

  const tell = (): void => {
    const { notice } = view.getState();
    const text = transferNotice(store.getState().running, clock.now());
    if (text === undefined || (notice !== undefined && notice !== told)) return;
    told = { role: 'info', text, until: clock.now() + NOTICE_MS };
    view.setState({ notice: told });
  };
  const change = (id: number, next: (transfer: Transfer) => Transfer | undefined): void =>
    store.setState(({ running }) => ({
      running: running.flatMap((one) => (one.id === id ? (next(one) ?? []) : one)),
    }));

  /** Adds a transfer; what it gives back tells how far it is, and takes it off again. */
  function begin(way: Transfer['way'], name: string, size?: number) {
    const id = ++last;
    const abort = new AbortController();
    aborts.set(id, abort);
    let moved = 0;
    let toldAt = clock.elapsed();
    const one = { id, way, name, size, moved, startedAt: clock.now() };
    store.setState(({ running }) => ({ running: [...running, one] }));
    return {
      signal: abort.signal,
      sized: (known: number | undefined) => change(id, (now) => ({ ...now, size: known })),
      add(count: number) {
        moved += count;
        const now = clock.elapsed();
        if (now - toldAt < EVERY_MS) return;
        toldAt = now;
        change(id, (transfer) => ({ ...transfer, moved }));
        tell();
      },
      end() {
        aborts.delete(id);
        change(id, () => undefined);
        if (view.getState().notice === told && told) view.setState({ notice: undefined });
        return moved;
      },
    };
  }
  return {
    store,
    begin,
    stop: (id: number) => aborts.get(id)?.abort(),
    stopAll: () => {
      for (const abort of aborts.values()) abort.abort();
    },
  };
}

/** Keeps the transfers of the console. */
export function createTransfers(options: TransfersOptions): Transfers {
  const { view, local, transport, onSaved } = options;
  const board = createBoard(options);
  const saving = new Set<Promise<unknown>>();

  async function download({ name, path, secret = false, ask }: Wanted): Promise<DownloadEnd> {
    const transfer = board.begin('down', name);
    const { signal } = transfer;
    try {
      const content = downloaded(() => ask(signal), transport, {
        signal,
        onSize: (size) => transfer.sized(size),
        onMoved: (more) => transfer.add(more),
      });
      await local.save(path, content, { secret });
      const moved = transfer.end();
      say(view, 'ok', `Saved ${path} (${bytes(moved)}).`);
      onSaved();
      return 'saved';
    } catch (error) {
      transfer.end();
      if (!signal.aborted) say(view, 'error', `${name} was not saved: ${messageOf(error)}`);
      else say(view, 'info', `The download of ${name} was stopped; nothing of it was kept.`);
      return signal.aborted ? 'cancelled' : 'failed';
    }
  }

  async function sending<T>(
    input: RawInput,
    call: (input: RawInput, options: { readonly signal?: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const [field, file] = Object.entries(input.form ?? {}).find(([, value]) => isUpload(value)) ?? [];
    if (field === undefined || !isUpload(file)) return await call(input, {});
    const transfer = board.begin('up', file.name, file.size);
    const { signal } = transfer;
    const content = counted(file, (more) => transfer.add(more));
    try {
      return await call({ ...input, form: { ...input.form, [field]: { ...file, content } } }, { signal });
    } finally {
      transfer.end();
    }
  }

  return {
    store: board.store,
    sending,
    stop: board.stop,
    async download(wanted) {
      const saved = download(wanted);
      saving.add(saved);
      return await saved.finally(() => saving.delete(saved));
    },
    async [Symbol.asyncDispose]() {
      board.stopAll();
      await Promise.all(saving);
    },
  };
}
