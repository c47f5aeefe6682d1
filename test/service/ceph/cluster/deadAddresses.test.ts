import { expect, test } from 'vitest';
import { deadAddresses } from '../../../../src/service/ceph/cluster/deadAddresses.ts';
import { fakeClock } from '../../../support/fakeClock.ts';

const URLS = ['http://a:80', 'http://b:80'];
const never = () => new Promise<never>(() => undefined);

function addresses() {
  const clock = fakeClock();
  const answers = new Map<string, boolean | undefined | 'hangs'>(URLS.map((url) => [url, true]));
  const tried: string[] = [];
  const find = deadAddresses(clock, (url) => {
    tried.push(url);
    const answer = answers.get(url);
    return answer === 'hangs' ? never() : Promise.resolve(answer);
  });
  const dead = async () => {
    const late = find(URLS);
    await clock.advance(40);
    return [...(await late)];
  };
  return { clock, answers, tried, dead };
}

test('an address at which something has listened is dead once nothing does, and the others are not', async () => {
  const { clock, answers, tried, dead } = addresses();
  answers.set('http://b:80', false);
  expect(await dead()).toEqual([]);
  for (const url of URLS) answers.set(url, false);
  await clock.advance(3959);
  expect(await dead()).toEqual([]);
  expect(tried).toEqual(URLS);
  await clock.advance(1);
  expect(await dead()).toEqual(['http://a:80']);
  expect(tried).toEqual([...URLS, ...URLS]);
});

test('while the addresses are tried for long, the last result counts for eight seconds', async () => {
  const { clock, answers, dead } = addresses();
  await dead();
  answers.set('http://a:80', false);
  await clock.advance(3960);
  expect(await dead()).toEqual(['http://a:80']);
  answers.set('http://a:80', 'hangs');
  await clock.advance(4000);
  expect(await dead()).toEqual(['http://a:80']);
  await clock.advance(3840);
  expect(await dead()).toEqual(['http://a:80']);
  expect(await dead()).toEqual([]);
});

test('no address is known to be dead before the first try is over', async () => {
  const { clock, answers, dead } = addresses();
  answers.set('http://a:80', 'hangs');
  const first = dead();
  await clock.advance(2000);
  expect(await first).toEqual([]);
});
