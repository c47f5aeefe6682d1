import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { screens } from '../../src/screens/screens.ts';
import type { FleetMember } from '../../src/store/fleet.ts';
import type { Scope } from '../../src/store/session/viewState.ts';
import type { Look } from '../../src/lib/look.ts';
import { expectGolden, masked } from '../support/golden.ts';
import { LOOKS, SIZES, WITHOUT_COLOUR } from './goldenLooks.ts';
import { plainText, roleMap } from './roleMap.ts';
import { type ShownDeck, showDeck } from './shownDeck.tsx';
import { visit } from './crawl.ts';
import { confirm } from './dialogSteps.ts';
import { changing, giveDisk, MEMBERS } from './goldenSite.ts';

/** A screen as it is looked at. */
interface Shot {
  readonly screen: string;
  readonly scope?: Scope;
  /** What sets it apart from another look at the same screen. */
  readonly name?: string;
  /** Clusters of the configuration; there are none unless said. */
  readonly members?: readonly FleetMember[];
  /** Without colour it tells things apart by signs. */
  readonly ownSigns?: boolean;
  /** What is done once it stands. */
  readonly act?: (deck: ShownDeck) => Promise<void>;
}

const keys =
  (...names: readonly string[]) =>
  (deck: ShownDeck) =>
    deck.press(...names);

const CLIENT = 'iqn.1998-01.com.example:hypervisor1';

/** In this order: the log of requests is looked at before the others send theirs; what takes time stands last. */
const SHOTS: readonly Shot[] = [
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
  { screen: 'hurt' },
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
];

const nameOf = ({ screen, name }: Shot) => (name === undefined ? screen : `${screen}-${name}`);
const frameName = (shot: Shot, columns: number, rows: number) => `${nameOf(shot)}-${columns}x${rows}`;

/** The frames of all screens in a look, by their names. */
async function framesIn(look: Look): Promise<ReadonlyMap<string, string>> {
  await using deck = await showDeck({ columns: 80, rows: 24, look, edit: changing });
  await deck.clock.advance(3000);
  const hook = { scriptId: 1, event: 'OnHealthDegrade' } as const;
  await deck.cockpit.api.createHook({ body: hook });
  const frames = new Map<string, string>();
  for (const shot of SHOTS) {
    deck.cockpit.fleet.store.setState({ members: shot.members ?? [] });
    await visit(deck, shot.screen, shot.scope ?? {});
    await shot.act?.(deck);
    for (const [columns, rows] of SIZES) {
      await deck.resize(columns, rows);
      frames.set(frameName(shot, columns, rows), await deck.frame());
    }
  }
  return frames;
}

let frames: Readonly<Record<keyof typeof LOOKS, ReadonlyMap<string, string>>>;
beforeAll(async () => {
  giveDisk();
  frames = {
    colour: await framesIn(LOOKS.colour),
    'no-colour': await framesIn(LOOKS['no-colour']),
    ascii: await framesIn(LOOKS.ascii),
  };
});

afterAll(() => vi.restoreAllMocks());

const frameIn = (look: keyof typeof LOOKS, name: string) => frames[look].get(name) ?? '';

test('every screen has a golden screen', () => {
  const looked = new Set(SHOTS.map(({ screen }) => screen));
  expect(screens.filter(({ id }) => !looked.has(id)).map(({ id }) => id)).toEqual([]);
});

describe.each(SHOTS.map((shot) => [nameOf(shot), shot] as const))('screen %s', (_, shot) => {
  test.each(SIZES)(
    'the screen matches its golden screen at %ix%i, in text and roles',
    async (columns, rows) => {
      const name = frameName(shot, columns, rows);
      const frame = frameIn('colour', name);
      expectGolden(
        `areas/${name}`,
        `${plainText(frame)}\n\n${await roleMap(frame, columns, rows, LOOKS.colour)}`,
        [],
      );
    },
  );

  test('the screen says the same without colour', () => {
    const name = frameName(shot, 80, 24);
    const frame = frameIn('no-colour', name);
    if (shot.ownSigns) expectGolden(`areas/${name}-no-colour`, plainText(frame), []);
    else expect(masked(plainText(frame), [])).toBe(masked(plainText(frameIn('colour', name)), []));
    const sequences = Array.from(frame.matchAll(/\u001B\[([\d;]*)m/g), ([, parameters = '']) => parameters);
    expect(sequences.filter((parameters) => !WITHOUT_COLOUR.has(parameters))).toEqual([]);
  });

  test('the screen matches its golden screen in ASCII', () => {
    const name = frameName(shot, 80, 24);
    const text = plainText(frameIn('ascii', name));
    expect(text).toMatch(/^[\x20-\x7E\n]*$/);
    expectGolden(`areas/${name}-ascii`, text, []);
  });
});
