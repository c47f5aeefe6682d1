import { Box, useWindowSize } from 'ink';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { footerHints } from '../keys/help.ts';
import { shortened } from '../lib/shorten.ts';
import { cut, fit, visible, width } from '../lib/text.ts';
import { panes } from '../screens/panes.ts';
import { resources } from '../store/cache/resources.ts';
import type { Cockpit, Known, Shown } from '../store/cockpit.ts';
import { EVIDENCE_RESOURCES } from '../store/facts/diagnosis.ts';
import { cadenceOf } from '../store/link/cadence.ts';
import { PANES } from '../store/session/panes.ts';
import { topScreen } from '../store/session/screenView.ts';
import type { Notice, ViewState } from '../store/session/viewState.ts';
import { keyHints } from '../widgets/keyHints.ts';
import { Line } from '../widgets/Line.tsx';
import { Lines } from '../widgets/Lines.tsx';
import { promptLine } from '../widgets/promptLine.ts';
import { headerLine } from './frame/header.ts';
import { areaOf, type Deck, deckLayout, type Rect } from './frame/layout.ts';
import { PaneView } from './frame/PaneView.tsx';
import { ScreenBody } from './frame/ScreenBody.tsx';
import { useWatched } from './frame/useWatched.ts';
import { layersOf } from './keys/layers.ts';
import { recordingText } from './keys/macro.ts';
import { candidatesText, lineOf, type Prompt } from './keys/prompt.ts';
import { useKeys } from './keys/useKeys.ts';
import { OverlayView } from './overlayViews/OverlayView.tsx';
import type { Suspend } from './terminal/terminal.ts';

export interface AppProps {
  readonly cockpit: Cockpit;
  readonly onSuspend: (suspend: Suspend) => void;
}

/** The view after `passed` milliseconds. While paused its clock stops, but notices still expire. */
function ticked({ paused, notice }: ViewState, now: number, passed: number): Partial<ViewState> {
  const leftMs = (notice?.leftMs ?? 0) - passed;
  return {
    ...(!paused && { now }),
    ...(notice && { notice: leftMs > 0 ? { ...notice, leftMs } : undefined }),
  };
}

/**
 * Advances the view's clock once a second, on the full second, and removes expired notices. On a slow link, or after a long
 * time without a key press, it ticks less often.
 */
function useSeconds({ clock, view, link, pacer, keys }: Shown): void {
  useEffect(() => {
    let timer: Disposable;
    const startedAt = clock.now();
    let before = clock.elapsed();
    const advance = () => {
      const passed = clock.elapsed() - before;
      before += passed;
      view.setState((state) => ticked(state, clock.now(), passed));
    };
    const tick = () => {
      pacer.schedule(advance);
      const untouchedMs = clock.now() - (keys.lastAt ?? startedAt);
      const { tickMs } = cadenceOf(link.store.getState(), untouchedMs);
      timer = clock.after(tickMs - (clock.now() % tickMs), tick);
    };
    tick();
    return () => timer[Symbol.dispose]();
  }, [clock, view, link, pacer, keys]);
}

/** Resources polled on every screen: the top line shows the cluster's status and latency, and all screens show servers by name. */
const ALWAYS = [resources.status, resources.serverNames, resources.writeLatency];
/**
 * The evidence to poll while the cluster is healthy: none. Otherwise the evidence of the diagnosis is polled on every
 * screen, because every list marks the rows that a cause names.
 */
const NOTHING: readonly never[] = [];

function Header({ cockpit, columns }: { readonly cockpit: Known & Shown; readonly columns: number }) {
  const { cache, facts } = cockpit;
  useStore(cache.store);
  useStore(cockpit.view);
  useStore(cockpit.link.store);
  const isWrong = facts.health().level !== 'ok' || (facts.diagnosis()?.causes.length ?? 0) > 0;
  useWatched(cache, ALWAYS);
  useWatched(cache, isWrong ? EVIDENCE_RESOURCES : NOTHING);
  return <Line text={headerLine(cockpit, columns)} />;
}

/** Columns that a prompt needs besides its text and cursor: the sign and spacing. */
const PROMPT_MARGIN = 3;

/** The most lines of a notice, which covers the rows above the bottom line while it is shown. */
const MAX_NOTICE_LINES = 3;

/** The lines of a notice, each as wide as the screen. */
function noticeLines({ look }: Shown, { text, role }: Notice, columns: number): readonly string[] {
  const { ellipsis } = look.glyphs;
  const room = { columns: columns - 1, most: MAX_NOTICE_LINES, ellipsis };
  // More than can be shown would only take time to wrap.
  const beginning = cut(visible(text, look.unicode), columns * (MAX_NOTICE_LINES + 1), '');
  return shortened([beginning], room).map((line) =>
    fit(` ${look.paint(role, line)}`, columns, 'left', ellipsis),
  );
}

/** An open prompt with the current notice, which stands above it where there is no room beside it, or with its keys. */
function promptFooter(cockpit: Cockpit, prompt: Prompt, columns: number): readonly string[] {
  const { notice } = cockpit.view.getState();
  const { look } = cockpit;
  const { ellipsis } = look.glyphs;
  const sign = look.paint('key', prompt.purpose === 'filter' ? '/' : ':');
  const typed = `${sign}${promptLine(lineOf(prompt), columns - PROMPT_MARGIN, look)}`;
  const candidates = candidatesText(cockpit, prompt);
  const line = (after: string) => fit(`${typed}  ${after}`, columns, 'left', ellipsis);
  if (notice === undefined) {
    const keys = keyHints(footerHints(layersOf(cockpit), look.unicode), Math.floor(columns / 2), look);
    return [line(recordingText(cockpit) + (candidates || keys))];
  }
  const said = look.paint(notice.role, visible(notice.text, look.unicode));
  const hasRoom = width(typed) + 2 + width(said) <= columns;
  return hasRoom
    ? [line(`${said}  ${candidates}`)]
    : [...noticeLines(cockpit, notice, columns), line(candidates)];
}

/** The bottom line: an open prompt, else the current notice, else the keys of the innermost layers. */
function footerLines(cockpit: Cockpit, columns: number): readonly string[] {
  const { notice, overlays } = cockpit.view.getState();
  const { look } = cockpit;
  const top = overlays.at(-1);
  if (top?.kind === 'prompt') return promptFooter(cockpit, top, columns);
  if (notice !== undefined) return noticeLines(cockpit, notice, columns);
  const recording = recordingText(cockpit);
  const keys = keyHints(footerHints(layersOf(cockpit), look.unicode), columns - width(recording), look);
  return [recording + keys];
}

function Footer({ cockpit, columns, rows }: FrameProps) {
  useStore(cockpit.cache.store);
  useStore(cockpit.view);
  const lines = footerLines(cockpit, columns);
  return (
    <Box position="absolute" left={0} top={rows - lines.length}>
      <Lines lines={lines} width={columns} height={lines.length} />
    </Box>
  );
}

function Rule({ cockpit, rect }: { readonly cockpit: Shown; readonly rect: Rect }) {
  const { look } = cockpit;
  const line = look.paint('rule', look.glyphs.vertical);
  return (
    <Box position="absolute" left={rect.x} top={rect.y}>
      <Lines lines={Array.from({ length: rect.height }, () => line)} width={1} height={rect.height} />
    </Box>
  );
}

/** All panes, or only the zoomed one. */
function DeckView({ cockpit, area }: { readonly cockpit: Known & Shown; readonly area: Rect }) {
  const focus = useStore(cockpit.view, (state) => state.focus);
  const zoomed = useStore(cockpit.view, (state) => state.zoomed);
  const wants = useStore(
    cockpit.cache.store,
    useShallow(() => Object.fromEntries(PANES.map((pane) => [pane, panes[pane].wants?.(cockpit)]))),
  );
  const deck: Deck = zoomed
    ? { rects: [{ pane: focus, ...area }], rules: [] }
    : deckLayout(area, focus, wants);
  return (
    <>
      {deck.rects.map((rect) => (
        <PaneView
          key={rect.pane}
          cockpit={cockpit}
          rect={rect}
          focused={rect.pane === focus}
          zoomed={zoomed}
        />
      ))}
      {deck.rules.map((rect) => (
        <Rule key={`${rect.x}.${rect.y}`} cockpit={cockpit} rect={rect} />
      ))}
    </>
  );
}

export interface FrameProps {
  readonly cockpit: Cockpit;
  readonly columns: number;
  readonly rows: number;
}

/** The whole screen: header, deck or screen, overlays and footer. Never taller than the terminal. */
export function Frame({ cockpit, columns, rows }: FrameProps) {
  const screen = useStore(cockpit.view, topScreen);
  // Another theme paints everything anew.
  const theme = useStore(cockpit.view, (state) => state.theme);
  const area = areaOf({ columns, rows });
  return (
    <Box key={theme ?? ''} width={columns} height={rows} overflow="hidden">
      <Box position="absolute" left={0} top={0}>
        <Header cockpit={cockpit} columns={columns} />
      </Box>
      {screen ? (
        <ScreenBody cockpit={cockpit} view={screen} area={area} />
      ) : (
        <DeckView cockpit={cockpit} area={area} />
      )}
      <OverlayView cockpit={cockpit} area={area} />
      <Footer cockpit={cockpit} columns={columns} rows={rows} />
    </Box>
  );
}

/** The root component: the frame at the terminal's size, with keyboard input and the ticking clock. */
export function App({ cockpit, onSuspend }: AppProps) {
  const { columns, rows } = useWindowSize();
  useSeconds(cockpit);
  useKeys(cockpit, onSuspend);
  useEffect(() => cockpit.view.setState({ size: { columns, rows } }), [cockpit, columns, rows]);
  return <Frame cockpit={cockpit} columns={columns} rows={rows} />;
}
