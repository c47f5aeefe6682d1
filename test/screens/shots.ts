import type { FleetMember } from '../../src/store/fleet.ts';
import type { Scope } from '../../src/store/session/viewState.ts';
import { visit } from './crawl.ts';
import { confirm } from './dialogSteps.ts';
import { MEMBERS } from './goldenSite.ts';
import type { ShownDeck } from './shownDeck.tsx';

/** A screen to be captured. */
export interface Shot {
  readonly screen: string;
  readonly scope?: Scope;
  /** A suffix that distinguishes several captures of the same screen. */
  readonly name?: string;
  /** Clusters of the configuration, none by default. */
  readonly members?: readonly FleetMember[];
  /** Without colour the screen distinguishes by signs. */
  readonly ownSigns?: boolean;
  /** Steps after the screen has opened. */
  readonly act?: (deck: ShownDeck) => Promise<void>;
}

const keys =
  (...names: readonly string[]) =>
  (deck: ShownDeck) =>
    deck.press(...names);

const CLIENT = 'iqn.1998-01.com.example:hypervisor1';

/** The order matters: the log of requests comes before the requests of other screens, and slow ones come last. */
export const SHOTS: readonly Shot[] = [
  { screen: 'requests' },
  { screen: 'pools' },
  { screen: 'pool', scope: { pool: 'rgw-data' } },
  { screen: 'crush-edit' },
  { screen: 'crush-edit', name: 'changed', act: keys('down', 'down', 'space', 'G', 'p') },
  { screen: 'crush-rules' },
  { screen: 'device-classes' },
  { screen: 'ec-profiles' },
  { screen: 'servers' },
  { screen: 'server-disks', scope: { server: 'stor-06' } },
  { screen: 'destroyed-osds' },
  { screen: 'task-history' },
  { screen: 'task-output', scope: { task: '2' } },
  { screen: 'why' },
  { screen: 'affected' },
  { screen: 'crashes' },
  {
    screen: 'crash',
    async act(deck) {
      await visit(deck, 'crashes', {});
      await deck.press('enter');
    },
  },
  { screen: 'cluster' },
  { screen: 'risks' },
  { screen: 'image-pools' },
  { screen: 'images', scope: { pool: 'volumes' } },
  { screen: 'snapshots', scope: { pool: 'volumes', image: 'batch-02-data' } },
  { screen: 's3-users' },
  { screen: 's3-subusers', scope: { user: 'analytics' } },
  { screen: 's3-buckets' },
  { screen: 's3-grants', scope: { bucket: 'shop-images' } },
  { screen: 's3-cors', scope: { bucket: 'shop-images' } },
  { screen: 's3-objects', scope: { bucket: 'shop-images' } },
  { screen: 'files' },
  { screen: 'files', name: 'local', act: keys('tab', 'down', 'down', 'space') },
  { screen: 'stats', ownSigns: true },
  { screen: 'stats', name: 'full', ownSigns: true, act: keys('enter', 'left', 'left') },
  { screen: 'monitored-directories' },
  { screen: 'contexts' },
  { screen: 'contexts', name: 'three', members: MEMBERS },
  { screen: 'audit' },
  { screen: 'iscsi' },
  { screen: 'iscsi-clients', scope: { service: '1' } },
  { screen: 'iscsi-groups', scope: { service: '1' } },
  { screen: 'iscsi-gateways', scope: { service: '1' } },
  { screen: 'iscsi-client-disks', scope: { service: '1', client: CLIENT } },
  { screen: 'iscsi-group-disks', scope: { service: '1', group: 'hypervisors' } },
  { screen: 'iscsi-group-hosts', scope: { service: '1', group: 'hypervisors' } },
  { screen: 'nfs' },
  { screen: 'nfs-servers', scope: { service: '1' } },
  { screen: 'nfs-exports', scope: { service: '1' } },
  { screen: 'ha-groups' },
  { screen: 'networks' },
  { screen: 'nics' },
  { screen: 'maintenance' },
  { screen: 'backups' },
  { screen: 'settings' },
  { screen: 'options' },
  { screen: 'hooks' },
  { screen: 'scripts' },
  { screen: 'script', scope: { script: '1' } },
  { screen: 'setup' },
  {
    screen: 'script-change',
    async act(deck) {
      await visit(deck, 'scripts', {});
      await deck.press('e');
    },
  },
  {
    screen: 'iscsi-terminal',
    async act(deck) {
      await visit(deck, 'iscsi', {});
      await deck.press('t');
      await confirm(deck, 'yes');
    },
  },
  {
    screen: 'favourites',
    async act(deck) {
      const at = (home: string, row: string, name = row, scope = {}) => ({ home, scope, row, name });
      const favourites = [
        at('pane disks', 'osd.26'),
        at('screen pools', '3'),
        at('screen images', 'batch-02-data', 'batch-02-data', { pool: 'volumes' }),
        at('screen s3-users', 'nobody'),
      ];
      deck.cockpit.view.setState({ favourites });
      await visit(deck, 'favourites', {});
      await deck.clock.advance(2000);
    },
  },
];

/** The name of a capture: that of its screen with its suffix. */
export const nameOf = ({ screen, name }: Shot) => (name === undefined ? screen : `${screen}-${name}`);

/** Gives the cluster of a deck the data that some of the screens need. */
export async function prepare({ clock, cockpit }: ShownDeck): Promise<void> {
  await clock.advance(3000);
  await cockpit.api.createHook({ body: { scriptId: 1, event: 'OnHealthDegrade' } });
}

/** Brings a deck to the state that is captured. */
export async function prepareShot(
  deck: ShownDeck,
  { screen, scope = {}, members = [], act }: Shot,
): Promise<void> {
  deck.cockpit.fleet.store.setState({ members });
  await visit(deck, screen, scope);
  await act?.(deck);
}
