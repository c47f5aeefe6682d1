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
import type { Memory } from './session/memory.ts';
import type { RequestLog } from './session/requestLog.ts';
import type { UndoList } from './session/undo.ts';
import type { Favourite, ViewStore, ScreenView } from './session/viewState.ts';
import type { FollowedTasks } from './taskFollow.ts';
import type { Transfers } from './transfers/transfers.ts';

/** The outcome of an editor. */
export type EditorResult =
  | { readonly kind: 'edited'; readonly text: string }
  /** In words, with what to do about it. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Opens a text in the operator's own editor; the name tells the editor what it is. */
export type Edit = (name: string, text: string) => Promise<EditorResult>;

/** All that is known of the cluster and of what was done to it: the data that rows and verdicts are made of. */
export interface Known {
  /** Everything that is read again and again. */
  readonly cache: Cache;
  /** Data of the screens that take the place of the deck. */
  readonly screens: ScreenData;
  readonly facts: Facts;
  /** The things that are not as they were when somebody looked last. */
  readonly changes: () => Changes;
  readonly favourites: {
    /** As they are now. */
    readonly now: () => readonly FavouriteNow[];
    /** All that is read to tell that. */
    readonly reads: () => Reads;
  };
  readonly logs: LogTail;
  /** The tasks that were started from here, until they end. */
  readonly followed: FollowedTasks;
  /** Files on their way to the cluster and from it. */
  readonly transfers: Transfers;
  /** The requests of this session. */
  readonly requests: RequestLog;
  /** The files of this machine. */
  readonly local: LocalFiles;
  /** Directory for what the program keeps on this machine. */
  readonly folder: string;
  readonly context: ContextInfo;
  /** The clusters of the configuration. */
  readonly fleet: Fleet;
  /** Why writes are refused, or nothing while they are allowed. */
  readonly readOnly: () => string | undefined;
}

/** The state of what is shown, and the terminal that shows it: what painting needs beside the data. */
export interface Shown {
  readonly view: ViewStore;
  readonly look: Look;
  readonly clock: Clock;
  /** The things that screens work out once and keep between two drawings. */
  readonly memory: Memory;
  /** The views that were looked at. */
  readonly history: ViewHistory;
  /** The actions of the last keys. */
  readonly keys: KeyHistory;
  /** The operator's own keys and commands. */
  readonly custom: Custom;
  /** The state of the way to the terminal. */
  readonly link: TerminalLink;
  /** Paces what is drawn of itself by that; the stores of `cache` and `transfers` tell their listeners by it. */
  readonly pacer: Pacer;
  /** The mouse: whether it is on, and the switch where there is a terminal. */
  readonly mouse: { readonly isOn: boolean; set(on: boolean): void };
}

/** All that can be done: given to keys, commands and dialogs, and to nothing that draws. */
export interface Acts {
  readonly api: Api;
  /** Opens an action's dialog: check, form, confirm, call, follow, refresh. */
  readonly propose: (plan: Plan) => void;
  /** The changes from here that can be taken back. */
  readonly undo: UndoList;
  /** Refuses writes or allows them again; answers why not where the configuration forbids it. */
  readonly setReadOnly: (wanted: boolean) => string | undefined;
  /** Asks about what a screen holds that was not sent, before that is lost; nothing where it holds nothing. */
  readonly unsent: (screen: ScreenView) => ((leave: () => void) => void) | undefined;
  /** Tells what was done on purpose to the simulated cluster in this process; nothing of any other. */
  readonly reveal: () => Promise<readonly InjectedFault[]>;
  /** Shows the list of a favourite, with the cursor on it. */
  readonly openFavourite: (favourite: Favourite) => void;
  /** Leaves this cluster for another one of the configuration; answers why not where that is none. */
  readonly switchTo: (name: string) => string | undefined;
  /** Gives the terminal to the operator's editor for as long as it runs. */
  readonly edit: Edit;
  /** Puts a text on the clipboard of the terminal; answers false where it is too large for that. */
  readonly copy: (text: string) => boolean;
  /** The screen as it stands, as plain text. */
  readonly screenText: () => string;
  /** Shows a text on the shell's own screen until a key is pressed, to be selected there. */
  readonly showPlain: (text: string) => void;
  /** Draws the whole screen again, over what others have written on it. */
  readonly redraw: () => void;
  /** Stops the program as the shell's Ctrl-Z does. */
  readonly suspend: () => void;
  /** Leaves the program. */
  readonly quit: () => void;
}

/** The whole console, made once, at start. A function takes the part of it that it needs. */
export interface Cockpit extends Known, Shown, Acts {}
