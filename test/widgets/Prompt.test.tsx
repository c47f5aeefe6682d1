import { render } from 'ink-testing-library';
import { useEffect, useState } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createLook } from '../../src/lib/look.ts';
import type { PromptProps } from '../../src/widgets/Prompt.tsx';

// The cursor is an inverse cell painted by ink-text-input, which asks the environment whether it may.
vi.hoisted(() => {
  process.env['FORCE_COLOR'] = '1';
});
const { Prompt } = await import('../../src/widgets/Prompt.tsx');

const look = createLook({ depth: '16', unicode: true });
const cursor = (text: string) => `\x1b[7m${text}\x1b[27m`;

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
}
beforeAll(settled);

type SetValue = (value: string) => void;
type Options = Partial<PromptProps> & {
  readonly initial?: string;
  readonly onReady?: (set: SetValue) => void;
};

function Harness({ initial = '', onReady, ...props }: Options) {
  const [value, setValue] = useState(initial);
  useEffect(() => onReady?.(setValue), [onReady]);
  return <Prompt label=":" value={value} onChange={setValue} focus columns={20} look={look} {...props} />;
}

async function open(options: Options = {}) {
  const shown = render(<Harness {...options} />);
  await settled();
  return {
    ...shown,
    type: async (...keys: string[]) => {
      for (const key of keys) {
        shown.stdin.write(key);
        await settled();
      }
    },
  };
}

describe('Prompt', () => {
  test('edits within the line', async () => {
    const { type, lastFrame } = await open();
    await type('o', 's', 'c', '\x7f', 'd');
    expect(lastFrame()).toBe(`:osd${cursor(' ')}`);
    await type('\x1b[D', 'x');
    expect(lastFrame()).toBe(`:osx${cursor('d')}`);
  });

  test('a value from outside has the cursor at its end', async () => {
    let setOutside: SetValue = () => undefined;
    const { type, lastFrame } = await open({ onReady: (set) => (setOutside = set) });
    await type('o');
    setOutside('osd ');
    await settled();
    await type('7');
    expect(lastFrame()).toBe(`:osd 7${cursor(' ')}`);
  });

  test('hears no key without the focus', async () => {
    const { type, lastFrame } = await open({ focus: false, initial: 'osd' });
    await type('x');
    expect(lastFrame()).toBe(':osd');
  });

  test('drops the controls of a paste, and what cannot be seen', async () => {
    const { type, lastFrame } = await open();
    await type('a\rb\u202ec\t');
    expect(lastFrame()).toBe(`:abc${cursor(' ')}`);
    await type('d');
    expect(lastFrame()).toBe(`:abcd${cursor(' ')}`);
  });

  test('only Enter by itself submits', async () => {
    const onSubmit = vi.fn();
    const onGluedEnter = vi.fn();
    const { type } = await open({ onSubmit, onGluedEnter });
    await type('yes\r');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onGluedEnter).toHaveBeenCalledTimes(1);
    await type('\r');
    expect(onSubmit.mock.calls).toEqual([['yes']]);
  });

  test('takes no chord for text, and keeps its cursor', async () => {
    const { type, lastFrame } = await open();
    await type('a', '\x15', '\x1bx', 'b');
    expect(lastFrame()).toBe(`:ab${cursor(' ')}`);
  });

  test('goes back to the value of an owner who refuses the change', async () => {
    const { type, lastFrame } = await open({ initial: 'osd', onChange: () => undefined });
    await type('x');
    expect(lastFrame()).toBe(`:osd${cursor(' ')}`);
  });

  test('shows the end of what is too long, in one row', async () => {
    const { type, lastFrame } = await open({ columns: 10 });
    await type('0123456789abcdef');
    expect(lastFrame()).toBe(`:89abcdef${cursor(' ')}`);
  });

  test('masks a secret and shows a placeholder while there is nothing', async () => {
    const { type, lastFrame } = await open({ mask: '*', placeholder: 'key' });
    expect(lastFrame()).toBe(`:${cursor(' ')}\x1b[2mkey\x1b[22m`);
    await type('abc');
    expect(lastFrame()).toBe(`:***${cursor(' ')}`);
  });
});
