import { expect, test } from 'vitest';
import { type SignalOptions, TerminalSignals } from '../../../src/app/terminal/signals.ts';
import { FRAME_BEGINS, FRAME_ENDS } from '../../../src/output/sequences.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';
const NOTE = '\x1b]9;storedeck lab: worse\x07';
const [HALF, NO_PROGRESS] = ['\x1b]9;4;1;50\x07', '\x1b]9;4;0;0\x07'];

function opened(options: Partial<SignalOptions>, env: NodeJS.ProcessEnv = { TERM: 'xterm-256color' }) {
  const written: string[] = [];
  const terminal = { write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  const signals = new TerminalSignals(terminal, env, {
    bell: false,
    notify: 'off',
    tabProgress: false,
    ...options,
  });
  signals.stream.write(ENTER);
  return { written, signals };
}

test('by default no byte is sent to the terminal besides the frames', () => {
  const { written, signals } = opened({});
  signals.alert('lab', 'worse');
  signals.progress({ share: 0.5, moves: true });
  signals.stream.write(LEAVE);
  expect(written).toEqual([ENTER, LEAVE]);
});

test('an alert raised while a frame is written is sent after the end of that frame', () => {
  const { written, signals } = opened({ bell: true, notify: 'osc9' });
  signals.stream.write(FRAME_BEGINS);
  signals.alert('lab', 'worse');
  signals.stream.write('a frame');
  signals.stream.write(FRAME_ENDS);
  expect(written).toEqual([ENTER, FRAME_BEGINS, 'a frame', FRAME_ENDS, `\x07${NOTE}`]);
});

test('no alert is sent while another program has the terminal', () => {
  const { written, signals } = opened({ bell: true });
  signals.stream.write(LEAVE);
  signals.alert('lab', 'worse');
  expect(written).toEqual([ENTER, LEAVE]);
});

test('the progress indicator is removed before the screen is left and shown again with it', () => {
  const { written, signals } = opened({ tabProgress: true });
  signals.progress({ share: 0.5, moves: true });
  signals.progress({ share: 0.5, moves: true });
  signals.stream.write(LEAVE);
  signals.stream.write(ENTER);
  signals.progress(undefined);
  expect(written).toEqual([ENTER, HALF, NO_PROGRESS, LEAVE, ENTER, HALF, NO_PROGRESS]);
});

test('the Linux console, which would print the sequences as text, only rings the bell', () => {
  const { written, signals } = opened({ bell: true, notify: 'osc9', tabProgress: true }, { TERM: 'linux' });
  signals.alert('lab', 'worse');
  signals.progress({ share: 0.5, moves: true });
  expect(written).toEqual([ENTER, '\x07']);
});

test('tmux gets notifications in its passthrough sequence, and the bell as it is', () => {
  const { written, signals } = opened({ bell: true, notify: 'osc9' }, { TERM: 'tmux-256color', TMUX: '/x' });
  signals.alert('lab', 'worse');
  expect(written[1]).toBe(`\x07\x1bPtmux;\x1b${NOTE}\x1b\\`);
});
