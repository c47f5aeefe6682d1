import type { Api } from '../api/client.ts';
import type { Clock } from '../lib/clock.ts';
import type { LocalFiles } from '../lib/localFiles.ts';
import type { Look } from '../lib/look.ts';
import type { DeckStore } from './deck.ts';
import type { Facts } from './facts.ts';
import type { Plan } from './flow.ts';
import type { LogTail } from './logTail.ts';
import type { Poller } from './poller.ts';
import type { ScreenFeed } from './screenFeed.ts';
import type { ViewStore } from './view.ts';

/** Which cluster this is and how the operator wants it marked. */
export interface ContextInfo {
  readonly name: string;
  /** Where the service answers, or what stands in for it. */
  readonly address: string;
  /** The embedded simulated cluster: marked so that nobody takes it for a real one. */
  readonly demo: boolean;
  readonly production: boolean;
  /** Sent as thisWillDeleteData, after the name was typed. */
  readonly deletePhrase: string;
}

/** The instruments and controls that the screens are built on; made once, at start. */
export interface Cockpit {
  readonly api: Api;
  readonly data: DeckStore;
  readonly view: ViewStore;
  readonly facts: Facts;
  readonly poller: Poller;
  readonly logs: LogTail;
  /** Data of the screens that take the place of the deck. */
  readonly screens: ScreenFeed;
  readonly local: LocalFiles;
  readonly clock: Clock;
  readonly look: Look;
  readonly context: ContextInfo;
  /** Why writes are refused, or nothing while they are allowed. */
  readonly readOnly: () => string | undefined;
  /** Refuses writes or allows them again; answers why not where the configuration forbids it. */
  readonly setReadOnly: (wanted: boolean) => string | undefined;
  /** Opens an action's dialog: check, form, confirm, call, follow, refresh. */
  readonly propose: (plan: Plan) => void;
  /** Leaves the program. */
  readonly quit: () => void;
  /** Stops the program as the shell's Ctrl-Z does. */
  readonly suspend: () => void;
}
