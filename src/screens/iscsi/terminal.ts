import type { TerminalConnection } from '../../api/contract/iscsi.ts';
import { dateTime } from '../../lib/format.ts';
import { updateScreen } from '../../store/session/screenView.ts';
import { type Fact, factLines, proseLines } from '../description/factLines.ts';
import { ISCSI } from '../gateways/iscsi.ts';
import { type Screen } from '../screen.ts';
import { screenState } from '../source.ts';

interface TerminalReply {
  readonly reply: TerminalConnection;
  readonly revealed: boolean;
}

const stateOf = screenState<TerminalReply | undefined>('iscsi-terminal', undefined);

/** The connection to a gateway's shell: path, ports, token, and expiry. */
export const iscsiTerminal: Screen = {
  id: 'iscsi-terminal',
  names: [],
  needs: [],
  group: ISCSI,
  title: 'Shell of the iSCSI gateway',
  help: 'How to connect to the configuration shell of a gateway',
  operations: [],
  unfiltered: 'this text cannot be filtered',
  body({ look, view }, { box }, screen) {
    const state = stateOf(screen);
    if (!state)
      return [look.paint('dim', ' No connection yet: press t on a service of :iscsi.')].slice(0, box.height);
    const { path = '', tlsPort, plaintextPort, authToken = '', validUntil, iscsi } = state.reply;
    const { utc } = view.getState();
    const facts: Fact[] = [
      ['path', path || '--'],
      ['port with TLS', String(tlsPort ?? '--')],
      ['port without', String(plaintextPort ?? '--')],
      ['token', state.revealed ? authToken : '***'],
      ['valid until', validUntil === undefined ? '--' : dateTime(validUntil * 1000, utc)],
      ['leads to', iscsi === false ? 'a server' : 'an iSCSI gateway'],
    ];
    return [
      '',
      ...factLines(look, facts, box.width),
      '',
      ...proseLines(
        'Connect to the path on the management node and send the token in the header Authorization. Prefer the port with TLS. A connection that is open stays open after the token has expired.',
        box.width,
      ),
    ].slice(0, box.height);
  },
  bindings: (cockpit, screen) => [
    {
      keys: ['v'],
      label: stateOf(screen)?.revealed === true ? 'hide' : 'reveal',
      help: 'Show the token, or hide it again',
      footer: 4,
      run: () =>
        updateScreen(cockpit.view, (now) => {
          const state = stateOf(now);
          return state ? { ...now, state: { ...state, revealed: !state.revealed } } : now;
        }),
    },
  ],
};
