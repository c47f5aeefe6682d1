import { render } from 'ink-testing-library';
import { useState } from 'react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type EditedLine, editLine } from '../../src/lib/lineEdit.ts';
import { createLook } from '../../src/lib/look.ts';
import { Prompt, type PromptProps } from '../../src/widgets/Prompt.tsx';

const look = createLook({ depth: '16', unicode: true });
const cursor = (text: string) => `\x1b[7m${text}\x1b[27m`;

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
}
beforeAll(settled);

function Harness({ onText, ...props }: Partial<PromptProps>) {
  const [line, setLine] = useState<EditedLine>({ text: '' });
  const type = (text: string) => setLine((now) => editLine(now, { kind: 'insert', text }));
  return <Prompt label=":" line={line} onText={onText ?? type} columns={20} look={look} {...props} />;
}

async function open(options: Partial<PromptProps> = {}) {
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
  test('Prompt passes on typed text piece by piece', async () => {
    const { type, lastFrame } = await open();
    await type('o', 's', 'd 1');
    expect(lastFrame()).toBe(`:osd 1${cursor(' ')}`);
  });

  test('Prompt submits only on an Enter that comes by itself', async () => {
    const onSubmit = vi.fn();
    const onText = vi.fn();
    const { type } = await open({ onSubmit, onText });
    await type('yes\r');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onText.mock.calls).toEqual([['yes\r']]);
    await type('\r');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  test('Prompt takes no chord, cursor key or erasing key for text', async () => {
    const onText = vi.fn();
    const { type } = await open({ onText });
    await type('a', '\x15', '\x1bx', '\x1b[D', '\x1b[H', '\x7f', '\x1b[3~', 'b');
    expect(onText.mock.calls).toEqual([['a'], ['b']]);
  });
});
