import type { Api } from '../api/client.ts';
import type { InjectedFault } from '../api/transport.ts';
import type { Clock } from '../lib/clock.ts';
import type { Custom } from '../lib/custom.ts';
import type { LocalFiles } from '../lib/localFiles.ts';
import type { Look } from '../lib/look.ts';
import type { Plan } from './action/plan.ts';
import type { Cache } from './cache/cache.ts';
import type { Reads } from './cache/resource.ts';
import type { ContextInfo } from './context.ts';
import type { Changes } from './facts/changes.ts';
import type { Facts } from './facts/facts.ts';
import type { Fleet } from './fleet.ts';
import type { TerminalLink } from './link/link.ts';
import type { Pacer } from './link/pacer.ts';
import type { LogTail } from './log/tail.ts';
import type { ScreenData } from './screenData.ts';
import type { FavouriteNow } from './session/favourites.ts';
import type { ViewHistory } from './session/history.ts';
import type { KeyHistory } from './session/keyHistory.ts';
import type { MadeChanges } from './session/madeChanges.ts';
import type { Memory } from './session/memory.ts';
import type { RequestLog } from './session/requestLog.ts';
import type { UndoList } from './session/undo.ts';
import type { Favourite, ViewStore, ScreenView } from './session/viewState.ts';
import type { FollowedTasks } from './taskFollow.ts';
import type { Transfers } from './transfers/transfers.ts';

/** The outcome of editing a text in an external editor. */
export type EditorResult =
  | { readonly kind: 'edited'; readonly text: string }
  /** The reason is a sentence that says what to do about it. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Opens a text in the operator's editor; the file name lets the editor recognize the file type. */
export type Edit = (name: string, text: string) => Promise<EditorResult>;

/** The data about the cluster and about this session, from which rows and verdicts are made. */
export interface Known {
  /** The polled resources. */
  readonly cache: Cache;
  /** The data of the open screens. */
  readonly screens: ScreenData;
  readonly facts: Facts;
  /** The rows that changed during the operator's last absence. */
  readonly changes: () => Changes;
  readonly favourites: {
    /** The favourites with their current state. */
    readonly now: () => readonly FavouriteNow[];
    /** The resources from which that state is read. */
    readonly reads: () => Reads;
  };
  readonly logs: LogTail;
  /** The tasks started by this console, until they end. */
  readonly followed: FollowedTasks;
  /** The running uploads and downloads. */
  readonly transfers: Transfers;
  /** The changes that this console sent. */
  readonly made: MadeChanges;
  /** The requests of this session. */
  readonly requests: RequestLog;
  /** The files of this machine. */
  readonly local: LocalFiles;
  /** The directory in which the program keeps its files on this machine. */
  readonly folder: string;
  readonly context: ContextInfo;
  /** The clusters of the configuration, with their health. */
  readonly fleet: Fleet;
  /** The reason why writes are refused; undefined while they are allowed. */
  readonly readOnly: () => string | undefined;
}

/** The view state and the properties of the terminal: everything that painting needs besides the data. */
export interface Shown {
  readonly view: ViewStore;
  readonly look: Look;
  readonly clock: Clock;
  /** Values that screens cache between two renderings. */
  readonly memory: Memory;
  /** The views visited so far. */
  readonly history: ViewHistory;
  /** The most recent keys and what they did. */
  readonly keys: KeyHistory;
  /** The keys, aliases, actions and macros that the operator has configured. */
  readonly custom: Custom;
  /** The state of the connection to the terminal, such as its round-trip time. */
  readonly link: TerminalLink;
  /**
   * Limits the rate of updates to what that link can bear; the stores of `cache` and `transfers` notify listeners
   * through it.
   */
  readonly pacer: Pacer;
  /** The mouse reporting of the terminal and its switch. */
  readonly mouse: { readonly isOn: boolean; set(on: boolean): void };
}

/** The operations of the console: passed to keys, commands and dialogs, but never to code that paints. */
export interface Acts {
  readonly api: Api;
  /** Opens an action's dialog: check, form, confirm, call, follow, refresh. */
  readonly propose: (plan: Plan) => void;
  /** The changes made by this console that can be undone. */
  readonly undo: UndoList;
  /** Switches read-only mode; returns the reason if the configuration forbids it. */
  readonly setReadOnly: (wanted: boolean) => string | undefined;
  /**
   * Asks for confirmation before leaving a screen with unsent changes, then calls `leave`. Undefined without such
   * changes.
   */
  readonly unsent: (screen: ScreenView) => ((leave: () => void) => void) | undefined;
  /** The faults that a drill injected into the simulated cluster in this process; empty for any other cluster. */
  readonly reveal: () => Promise<readonly InjectedFault[]>;
  /** Opens the list of a favourite, with the cursor on its row. */
  readonly openFavourite: (favourite: Favourite) => void;
  /** Switches to another cluster of the configuration; returns the reason if that is impossible. */
  readonly switchTo: (name: string) => string | undefined;
  /** Hands the terminal over to the operator's editor while it runs. */
  readonly edit: Edit;
  /** Copies a text to the terminal's clipboard; returns false if it is too large. */
  readonly copy: (text: string) => boolean;
  /** The current screen as plain text. */
  readonly screenText: () => string;
  /** Shows a text on the normal (not the alternate) screen until a key is pressed, so that it can be selected there. */
  readonly showPlain: (text: string) => void;
  /** Redraws the whole screen, over anything that other programs have written to it. */
  readonly redraw: () => void;
  /** Suspends the program as Ctrl-Z does. */
  readonly suspend: () => void;
  readonly quit: () => void;
}

/** The whole console, created once at start. A function takes only the part that it needs. */
export interface Cockpit extends Known, Shown, Acts {}
