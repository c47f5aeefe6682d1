import { describe, expect, it, vi } from 'vitest';
import { type Binding, dispatch, type Layer } from '../../src/keys/binding.ts';
import { footerHints, helpEntries, searchHelp } from '../../src/keys/help.ts';

const binding = (keys: string[], more: Partial<Binding> = {}): Binding => ({
  keys,
  label: `label ${keys[0]}`,
  help: `help ${keys[0]}`,
  run: vi.fn(),
  ...more,
});
const layer = (title: string, bindings: Binding[], more: Partial<Layer> = {}): Layer => ({
  title,
  bindings,
  ...more,
});
const press = (name: string) => ({ name, alone: true });

describe('dispatch', () => {
  it('a key goes to the innermost layer that binds it', () => {
    const inner = binding(['d']);
    const outer = binding(['d']);
    expect(dispatch([layer('inner', [inner]), layer('outer', [outer])], press('d'))).toEqual({
      kind: 'ran',
      binding: inner,
    });
    expect(inner.run).toHaveBeenCalledOnce();
    expect(outer.run).not.toHaveBeenCalled();
  });

  it('a disabled key gives its reason, and neither runs nor passes to an outer layer', () => {
    const closed = binding(['K'], { disabled: () => 'the task has ended' });
    const outer = binding(['K']);
    const result = dispatch([layer('inner', [closed]), layer('outer', [outer])], press('K'));
    expect(result).toEqual({ kind: 'disabled', binding: closed, reason: 'the task has ended' });
    expect(closed.run).not.toHaveBeenCalled();
    expect(outer.run).not.toHaveBeenCalled();
  });

  it('a modal layer lets no key through', () => {
    const outer = binding(['q']);
    expect(dispatch([layer('dialog', [], { modal: true }), layer('outer', [outer])], press('q')).kind).toBe(
      'unbound',
    );
    expect(outer.run).not.toHaveBeenCalled();
  });

  it('a text layer receives the keys that none of its bindings wants', () => {
    const text = vi.fn();
    dispatch([layer('prompt', [binding(['esc'])], { modal: true, text })], press('x'));
    expect(text).toHaveBeenCalledWith(press('x'));
  });
});

describe('helpEntries and footerHints', () => {
  const inner = layer('Pane', [
    binding(['d'], { footer: 2 }),
    binding(['x'], { disabled: () => 'nothing here', footer: 1 }),
  ]);
  const outer = layer('Program', [binding(['d', 'enter'], { label: 'open', footer: 0 })]);

  it('the help lists a key only in the layer that receives it', () => {
    const entries = helpEntries([inner, outer], true);
    expect(entries.map((entry) => [entry.layer, entry.keys])).toEqual([
      ['Pane', 'd'],
      ['Pane', 'x'],
      ['Program', 'Enter'],
    ]);
  });

  it('the help gives the reason of a disabled key, and the footer marks the key as off', () => {
    expect(helpEntries([inner], true)[1]?.disabled).toBe('nothing here');
    expect(footerHints([inner, outer], true)).toMatchObject([
      { key: 'Enter', off: false },
      { key: 'x', off: true },
      { key: 'd', off: false },
    ]);
  });

  it('the footer leaves out a disabled key if another key does the same', () => {
    const on = binding(['q'], { label: 'back', footer: 2 });
    const off = binding(['esc'], { label: 'back', footer: 1, disabled: () => 'nowhere to go' });
    expect(footerHints([layer('Screen', [off, on])], true)).toMatchObject([{ key: 'q', off: false }]);
  });

  it('the footer shows one hint for two keys that do the same', () => {
    const back = [
      binding(['q'], { label: 'back', footer: 1 }),
      binding(['esc'], { label: 'back', footer: 2 }),
    ];
    expect(footerHints([layer('Screen', back)], true)).toMatchObject([{ key: 'q', label: 'back' }]);
  });

  it('the help search finds entries by words in any order', () => {
    const entries = helpEntries([inner, outer], true);
    expect(searchHelp(entries, 'pane help').map((entry) => entry.keys)).toEqual(['d', 'x']);
  });
});
