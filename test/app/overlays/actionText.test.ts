import { describe, expect, test } from 'vitest';
import type { RawInput } from '../../../src/api/transport.ts';
import { actionText, actionTitle } from '../../../src/app/overlays/actionText.ts';
import type { Field } from '../../../src/store/action/field.ts';
import type { Flow, Plan } from '../../../src/store/action/plan.ts';
import type { Cockpit } from '../../../src/store/cockpit.ts';
import { dialogLayout } from '../../../src/widgets/dialog.ts';
import { deletePool } from '../../screens/deletePool.ts';
import { ascii, plain } from '../../widgets/looks.ts';

const cockpit = (unicode = true): Cockpit =>
  ({
    look: unicode ? plain : ascii,
    context: { name: 'müller', production: false },
    facts: { cluster: () => ({ fsid: 'é123' }) },
  }) as unknown as Cockpit;

/** The dialog of an action, filled in and waiting for its confirmation. */
const asked = (plan: Partial<Plan>, values: Flow['values'] = {}): Flow => ({
  plan: { ...deletePool, ...plan },
  openedAt: 0,
  phase: { step: 'confirm', typed: '' },
  values,
  checks: [],
  stale: false,
});

/** The line that shows the request with an input. */
const sent = (input: RawInput) =>
  actionText(
    cockpit(),
    asked({ execution: { kind: 'call', operation: 'deletePool', input: () => input, preview: () => input } }),
  ).body.find((line) => line.startsWith('sends'));

describe('request in the dialog', () => {
  test('the dialog shows the request as it is sent, with repeated parameters and without absent ones', () => {
    const input = { query: { path: ['/a', '/b'], limit: undefined }, params: { name: 'a b' } };
    expect(sent(input)).toBe('sends  DELETE /pools/a%20b?path=%2Fa&path=%2Fb');
  });

  test('the dialog hides a secret, whether it is marked by the schema or only recognized by its name', () => {
    const input = { params: { name: 'x' }, body: { nested: { secretKey: 'typed' }, password: 'typed' } };
    expect(sent(input)).toBe(
      'sends  DELETE /pools/x {"nested":{"secretKey":"********"},"password":"********"}',
    );
  });

  test('the dialog shows the path template if the input cannot be sent', () => {
    expect(sent({})).toBe('sends  DELETE /pools/{name}');
  });
});

describe('names from a server in the dialog', () => {
  test('the dialog escapes a server-supplied name that has to be typed', () => {
    const target = 'a\u202Eb\u001B[8m';
    const { body, pinned = [] } = actionText(cockpit(), asked({ target }));
    const lines = [...body, ...pinned].join('\n');
    expect(lines).toMatch(/Type a⍰b␛\[8m and press Enter/);
    expect(lines).not.toMatch(/[\u202E\u001B]/);
  });

  test('the title of the dialog shows a server-supplied name in ASCII if the terminal has nothing else', () => {
    const title = actionTitle(cockpit(false), asked({}));
    const [top] = dialogLayout({ ...title, body: [] }, { columns: 80, rows: 24 }, ascii).lines;
    expect(top).toMatch(/ on m\\u\{fc\}ller \\u\{e9\}123 /);
  });
});

describe('wrong values in the dialog', () => {
  const view = { getState: () => ({ size: { columns: 80, rows: 24 } }) };
  const read: Field['read'] = (text) => (text === 'ok' ? { value: text } : { problem: 'only ok will do' });
  const fields = ['first', 'other'].map((name): Field => ({
    name,
    label: name,
    hint: `the ${name}`,
    initial: '',
    read,
  }));
  const dialogOf = (field: number, texts: readonly string[]) =>
    actionText({ ...cockpit(), view } as unknown as Cockpit, {
      ...asked({ fields }),
      phase: { step: 'form', field, texts },
    });
  const formOf = (field: number, texts: readonly string[]) => {
    const { body, pinned = [] } = dialogOf(field, texts);
    return [...body.slice(-2), ...pinned];
  };

  test('the field with the cursor has its problem in place of its hint, and each other one beside its value', () => {
    expect(formOf(0, ['x', 'y'])).toEqual(['▌ first  x', '✗ other  y  only ok will do', '✗ only ok will do']);
    expect(formOf(1, ['ok', ''])).toEqual(['  first  ok', '▌ other  ', 'the other']);
  });

  test('a problem that does not fit beside its value stands below it in full, and the current field stays on the screen', () => {
    const value = 'v'.repeat(60);
    const { body, ensureVisible = NaN } = dialogOf(1, [value, 'b']);
    expect(body.slice(-3)).toEqual([`✗ first  ${value}`, '         only ok will do', '▌ other  b']);
    expect(body[ensureVisible]).toMatch('other  b');
  });

  test.each([0, 1])('a form keeps the line of its field %s on the screen', (field) => {
    const { body, ensureVisible = NaN } = dialogOf(field, ['a', 'b']);
    expect(body[ensureVisible]).toMatch(['first  a', 'other  b'][field]!);
  });
});
