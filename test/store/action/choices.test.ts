import { describe, expect, test } from 'vitest';
import { completed, foundChoices, resolvedText, withChoice } from '../../../src/store/action/choices.ts';
import type { Field } from '../../../src/store/action/field.ts';

const field = (texts: readonly string[], more: Partial<Field> = {}): Field => ({
  name: 'body.one',
  label: 'one',
  hint: '',
  initial: '',
  choices: () => ({
    all: texts.map((text, index) => ({ text, hint: `number ${index}`, reads: String(index) })),
  }),
  read: (value) => ({ value }),
  ...more,
});
const found = (of: Field, text: string) => foundChoices(of, {}, text).map((choice) => choice.text);

const SERVERS = ['stor-01', 'stor-02', 'backup-01'];

describe('choices of a field', () => {
  test('the choices that begin with the typed text come first, then those that contain it, then those with a matching description', () => {
    expect(found(field(SERVERS), 'b')).toEqual(['backup-01', 'stor-01', 'stor-02']);
    expect(found(field(SERVERS), '01')).toEqual(['stor-01', 'backup-01']);
    expect(found(field(SERVERS), 'STOR')).toEqual(['stor-01', 'stor-02']);
    expect(found(field(SERVERS), 'nothing')).toEqual([]);
    const said = { choices: () => ({ all: [{ text: 'a', hint: 'In Rack ONE' }, { text: 'b' }] }) };
    expect(found(field([], said), 'rack one')).toEqual(['a']);
    expect(found(field(['SSD-fast', 'hdd', 'Old-SSD']), 'ssd')).toEqual(['SSD-fast', 'Old-SSD']);
  });

  test('the choices match the last of several values and leave out the given ones', () => {
    const many = field(SERVERS, { many: true });
    expect(found(many, 'stor-01, stor')).toEqual(['stor-02']);
    const [choice] = foundChoices(many, {}, 'stor-01, st');
    expect(choice && withChoice(many, 'stor-01, st', choice)).toBe('stor-01, stor-02');
    expect(resolvedText(many, {}, 'stor-02, backup-01, 7')).toBe('1,2,7');
  });

  test('a word is meant in whatever case', () => {
    const words = field([], { choices: () => ({ all: [{ text: 'NFS' }, { text: 'S3' }], words: true }) });
    expect(resolvedText(words, {}, 'nf')).toBe('NFS');
    expect(resolvedText(words, {}, 'smb')).toBe('smb');
  });

  test('the choices are completed as far as they agree', () => {
    expect(completed(field(SERVERS), {}, 's')).toBe('stor-0');
    expect(completed(field(SERVERS), {}, 'stor-0')).toBeUndefined();
    expect(completed(field(SERVERS), {}, 'stor-01')).toBeUndefined();
    expect(completed(field(SERVERS), {}, '')).toBeUndefined();
  });

  test('the choices of a path match at the beginning only, and a directory is read without its trailing slash', () => {
    const path = field(['/projects/', '/scratch/'], { path: 'cluster' });
    expect(found(path, '/pro')).toEqual(['/projects/']);
    expect(found(path, 'pro')).toEqual([]);
    expect(completed(path, {}, '/p')).toBe('/projects/');
    expect(completed(path, {}, '/projects')).toBeUndefined();
    expect(resolvedText(path, {}, '/projects/')).toBe('/projects');
    expect(resolvedText(path, {}, '/')).toBe('/');
  });
});
