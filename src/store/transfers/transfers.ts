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
import type { ViewStore } from '../session/viewState.ts';
import { type Transfer, transferNotice } from './text.ts';

/** A file to download. */
export interface DownloadRequest {
  readonly name: string;
  /** The local path to save it to; an existing file is never overwritten. */
  readonly path: string;
  /** Makes the saved file readable by its owner only. */
  readonly secret?: boolean;
  /** Requests the file from the service. */
  readonly ask: (signal: AbortSignal) => Promise<FileDownload>;
}

type DownloadEnd = 'saved' | 'failed' | 'cancelled';

/** The uploads and downloads of the console. Disposing it stops them all and removes incomplete downloads. */
export interface Transfers extends AsyncDisposable {
  readonly store: StoreApi<{ readonly running: readonly Transfer[] }>;
  /** Downloads and saves a file; progress and outcome are shown at the bottom of the screen. Never rejects. */
  readonly download: (request: DownloadRequest) => Promise<DownloadEnd>;
  /** Uploads a file by a call; progress is shown, and it can be stopped. */
  readonly sendingFile: <T, Sent extends Upload>(
    file: Sent,
    call: (file: Sent, options: { readonly signal?: AbortSignal }) => Promise<T>,
  ) => Promise<T>;
  /** Calls an operation; if its input contains a file, its upload is tracked and can be stopped. */
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
  /** Called after a file was saved. */
  readonly onSaved: () => void;
}

/** The interval of progress updates on the screen, in milliseconds. */
const EVERY_MS = 500;
/** The time that the notice stays without a progress update, in milliseconds. */
const NOTICE_MS = 3000;

const isUpload = (value: unknown): value is Upload =>
  typeof value === 'object' && value !== null && 'content' in value && 'name' in value;

/** The running transfers, and a notice about them that never replaces another notice. */
function createBoard({ clock, view }: Pick<TransfersOptions, 'clock' | 'view'>) {
  const store = createStore<{ readonly running: readonly Transfer[] }>(() => ({ running: [] }));
  const aborts = new Map<number, AbortController>();
  let lastId = 0;
  /** The text of the notice about them that was shown last. */
  let shown: string | undefined;

  const showNotice = (): void => {
    const { notice } = view.getState();
    const text = transferNotice(store.getState().running, clock.elapsed());
    if (text === undefined || (notice !== undefined && notice.text !== shown)) return;
    shown = text;
    say(view, 'info', text, NOTICE_MS);
  };
  const change = (id: number, next: (transfer: Transfer) => Transfer | undefined): void =>
    store.setState(({ running }) => ({
      running: running.flatMap((one) => (one.id === id ? (next(one) ?? []) : one)),
    }));

  /** Adds a transfer; the returned object updates its progress and removes it. */
  function begin(way: Transfer['way'], name: string, size?: number) {
    const id = ++lastId;
    const abort = new AbortController();
    aborts.set(id, abort);
    let moved = 0;
    let updatedAt = clock.elapsed();
    const one = { id, way, name, size, moved, startedAt: clock.elapsed() };
    store.setState(({ running }) => ({ running: [...running, one] }));
    return {
      signal: abort.signal,
      sized: (known: number | undefined) => change(id, (now) => ({ ...now, size: known })),
      add(count: number) {
        moved += count;
        const now = clock.elapsed();
        if (now - updatedAt < EVERY_MS) return;
        updatedAt = now;
        change(id, (transfer) => ({ ...transfer, moved }));
        showNotice();
      },
      end() {
        aborts.delete(id);
        change(id, () => undefined);
        if (shown !== undefined && view.getState().notice?.text === shown)
          view.setState({ notice: undefined });
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

/** Creates the console's transfers. */
export function createTransfers(options: TransfersOptions): Transfers {
  const { view, local, transport, onSaved } = options;
  const board = createBoard(options);
  const saving = new Set<Promise<unknown>>();

  async function download({ name, path, secret = false, ask }: DownloadRequest): Promise<DownloadEnd> {
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

  async function sendingFile<T, Sent extends Upload>(
    file: Sent,
    call: (file: Sent, options: { readonly signal?: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const transfer = board.begin('up', file.name, file.size);
    const { signal } = transfer;
    const content = counted(file, (more) => transfer.add(more));
    try {
      return await call({ ...file, content }, { signal });
    } finally {
      transfer.end();
    }
  }

  async function sending<T>(
    input: RawInput,
    call: (input: RawInput, options: { readonly signal?: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const [field, file] = Object.entries(input.form ?? {}).find(([, value]) => isUpload(value)) ?? [];
    if (field === undefined || !isUpload(file)) return await call(input, {});
    return await sendingFile(file, (sent, options) =>
      call({ ...input, form: { ...input.form, [field]: sent } }, options),
    );
  }

  return {
    store: board.store,
    sendingFile,
    sending,
    stop: board.stop,
    async download(request) {
      const saved = download(request);
      saving.add(saved);
      return await saved.finally(() => saving.delete(saved));
    },
    async [Symbol.asyncDispose]() {
      board.stopAll();
      await Promise.all(saving);
    },
  };
}
