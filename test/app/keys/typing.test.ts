import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/api/failure.ts';
import { flow, input, openForm, openOperation, paste, step } from '../../screens/formSteps.ts';
import { answering, deck, openScreen, see, text } from '../../screens/openedDeck.ts';

describe('paste into a form', () => {
  test('a paste is inserted into the field as one line at the cursor, and submits nothing', async () => {
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

  test('a paste on a terminal without bracketed paste is inserted, too, and submits nothing', async () => {
    await openForm('pools', 'n');
    await deck.send('one\rtwo\r');
    expect(await input()).toBe('one two');
    expect(step()).toBe('form');
  });

  test('a paste of several lines fills a field with several values', async () => {
    await openForm('nfs', 'n');
    await paste('stor-01\nstor-02\n');
    expect(await input()).toBe('stor-01, stor-02');
  });

  test('a paste cannot confirm an action, which must be typed by hand', async () => {
    await openForm('pools', 'n');
    await deck.type('test');
    await deck.send('\r');
    expect(step()).toBe('confirm');
    await paste('yes');
    expect(await input()).toBe('');
    expect(await text()).toContain('Confirm by typing');
    await deck.type('yes');
    expect(await input()).toBe('yes');
  });
});

test('a Tab inside a chunk of text moves to the next field at that point', async () => {
  await openForm('pools', 'n');
  await deck.send('fast\trb');
  expect(flow()?.phase).toMatchObject({ field: 1, texts: ['fast', 'rb', '3', '', '', '', ''] });
  await deck.send('x\u0015st');
  expect(await input()).toBe('st');
});

describe('field with an initial value', () => {
  test('the initial value of a field is selected as a whole and replaced by typing', async () => {
    await openForm('pools', 'e');
    const before = await input();
    expect(before).not.toBe('');
    await deck.type('vm');
    expect(await input()).toBe('vm');
  });

  test('the initial value of a field is kept and edited after an arrow key', async () => {
    await openForm('pools', 'e');
    const before = await input();
    await deck.press('right');
    await deck.type('2');
    expect(await input()).toBe(`${before}2`);
  });
});

describe('values of a field', () => {
  test('the values of a field are listed, narrowed by typing, and chosen with Down and Enter', async () => {
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

  test('the values of a field exclude an unknown application', async () => {
    await openForm('pools', 'n');
    await deck.type('test');
    await deck.press('tab');
    await deck.type('rdb');
    await deck.send('\r');
    expect(await text()).toContain('There is no application rdb');
  });

  test('the values of a field are read if the deck does not have them, on the screens and in the explorer', async () => {
    await openForm('buckets', 'n');
    await deck.type('logs');
    await deck.press('tab');
    const users = await deck.cockpit.api.listS3Users();
    expect(await see(/to choose from/)).toContain(users[0]?.uid ?? '--');
    await deck.press('esc');
    await openOperation('deleteS3User');
    expect(await see(/to choose from/)).toContain(users[0]?.uid ?? '--');
  });

  test('the values of a field that cannot be read are shown as unknown with the reason, and any text is accepted', async () => {
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

  test('the values of a field depend on other fields', async () => {
    await openScreen('pools');
    await openOperation('getImage');
    await deck.press('tab');
    expect(await text()).toContain('fill in pool first');
    await deck.press('shift-tab');
    await deck.type('vm-disks');
    await deck.press('tab');
    expect(await see(/to choose from/)).toMatch(/disk|vm/);
  });

  test('values with a number are chosen by name and sent by number', async () => {
    await openForm('nfs', 'n');
    await deck.press('down');
    await deck.send('\r');
    expect(flow()?.values).toMatchObject({ 'body.servers': [expect.any(Number)] });
  });
});

describe('path in a form', () => {
  test('a path of the cluster is completed with Tab', async () => {
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
