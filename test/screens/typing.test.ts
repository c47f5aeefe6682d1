import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/failure.ts';
import { flow, input, openForm, openOperation, paste, step } from './formSteps.ts';
import { answering, deck, openScreen, see, text } from './openedDeck.ts';

describe('a paste', () => {
  test('goes into the field as one line, at the cursor, and submits nothing', async () => {
    await openForm('pools', 'n');
    await deck.type('ac');
    await deck.press('left');
    await paste('b\n');
    expect(await input()).toBe('abc');
    await paste('x\ny');
    expect(await input()).toBe('abx yc');
    expect(await text()).toContain('The field is one line: line breaks became blanks.');
    expect(step()).toBe('form');
  });

  test('of a terminal without bracketed paste goes in, too, and submits nothing', async () => {
    await openForm('pools', 'n');
    await deck.send('one\rtwo\r');
    expect(await input()).toBe('one two');
    expect(step()).toBe('form');
  });

  test('of several lines fills a field that takes several values', async () => {
    await openForm('nfs', 'n');
    await paste('stor-01\nstor-02\n');
    expect(await input()).toBe('stor-01, stor-02');
  });

  test('confirms nothing: what confirms is typed by hand', async () => {
    await openForm('pools', 'n');
    await deck.type('test');
    await deck.send('\r');
    expect(step()).toBe('confirm');
    await paste('yes');
    expect(await input()).toBe('');
    expect(await text()).toContain('What confirms is typed by hand');
    await deck.type('yes');
    expect(await input()).toBe('yes');
  });
});

test('a Tab that comes in one piece with text goes to the next field where it stands in it', async () => {
  await openForm('pools', 'n');
  await deck.send('fast\trb');
  expect(flow()?.phase).toMatchObject({ field: 1, texts: ['fast', 'rb', '3', '', '', '', ''] });
  await deck.send('x\u0015st');
  expect(await input()).toBe('st');
});

describe('a field that is filled in already', () => {
  test('is selected as a whole: what is typed replaces it', async () => {
    await openForm('pools', 'e');
    const before = await input();
    expect(before).not.toBe('');
    await deck.type('vm');
    expect(await input()).toBe('vm');
  });

  test('is kept and edited after an arrow key', async () => {
    await openForm('pools', 'e');
    const before = await input();
    await deck.press('right');
    await deck.type('2');
    expect(await input()).toBe(`${before}2`);
  });
});

describe('the values that a field can have', () => {
  test('are listed, narrowed by what is typed, and taken with Down and Enter', async () => {
    await openForm('pools', 'n');
    await deck.type('test');
    await deck.press('tab');
    expect(await text()).toMatch(/rbd[^]*storefs[^]*rgw/);
    await deck.type('st');
    expect(await text()).toContain('1 of');
    await deck.press('down');
    await deck.send('\r');
    expect(flow()?.phase).toMatchObject({
      step: 'form',
      field: 2,
      texts: expect.arrayContaining(['storefs']),
    });
  });

  test('refuse an application that the store does not know', async () => {
    await openForm('pools', 'n');
    await deck.type('test');
    await deck.press('tab');
    await deck.type('rdb');
    await deck.send('\r');
    expect(await text()).toContain('No application of the store is called rdb');
  });

  test('are read where the deck does not hold them, in the screens and in the explorer alike', async () => {
    await openForm('buckets', 'n');
    await deck.type('logs');
    await deck.press('tab');
    const users = await deck.cockpit.api.listS3Users();
    expect(await see(/to choose from/)).toContain(users[0]?.uid ?? '--');
    await deck.press('esc');
    await openOperation('deleteS3User');
    expect(await see(/to choose from/)).toContain(users[0]?.uid ?? '--');
  });

  test('that cannot be read are not known, with the reason, and the text is free', async () => {
    const message = 'the gateway is down';
    const listS3Users = () => Promise.reject(new ApiError({ kind: 'unreachable', message }));
    await openForm('buckets', 'n', answering({ listS3Users }));
    await deck.type('logs');
    await deck.press('tab');
    await see(/not known: .*/);
    await deck.type('alice');
    await deck.send('\r');
    expect(step()).toBe('confirm');
  });

  test('depend on what stands in other fields', async () => {
    await openScreen('pools');
    await openOperation('getImage');
    await deck.press('tab');
    expect(await text()).toContain('not known before pool is filled in');
    await deck.press('shift-tab');
    await deck.type('vm-disks');
    await deck.press('tab');
    expect(await see(/to choose from/)).toMatch(/disk|vm/);
  });

  test('that have a number are chosen by name and sent by number', async () => {
    await openForm('nfs', 'n');
    await deck.press('down');
    await deck.send('\r');
    expect(flow()?.values).toMatchObject({ 'body.servers': [expect.any(Number)] });
  });
});

describe('a path', () => {
  test('of the cluster is completed with Tab', async () => {
    await openForm('exports 1', 'n');
    await deck.press('tab');
    await deck.type('/');
    const { entries = [] } = await deck.cockpit.api.listFilesWithStats({ query: { dir: '/' } });
    const directory = entries.find(({ type }) => type === 'DIR')?.path ?? '';
    await see(/to choose from/);
    const name = directory.split('/').findLast(Boolean) ?? '';
    await deck.type(name.slice(0, -1));
    await deck.press('tab');
    expect(await input()).toBe(`/${name}/`);
    await deck.press('tab');
    expect(flow()?.phase).toMatchObject({ field: 2 });
  });
});
