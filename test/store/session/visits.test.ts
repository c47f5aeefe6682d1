import { describe, expect, test } from 'vitest';
import { createHistory } from '../../../src/store/session/history.ts';
import {
  createViewStore,
  freshList,
  popOverlay,
  pushOverlay,
  updateList,
  updateLogs,
} from '../../../src/store/session/view.ts';
import { beginVisit, endVisit } from '../../../src/store/session/visits.ts';

/** A deck with the cursor on an OSD, and a log that is paused and filtered. */
/** A screen over the deck. */
const servers = {
  kind: 'screen',
  screen: 'servers',
  scope: {},
  list: freshList,
  pageRows: 1,
  limit: 500,
} as const;

function opened() {
  const view = createViewStore(0, { utc: true });
  const history = createHistory(view);
  view.setState({ focus: 'disks' });
  updateList(view, 'disks', { cursor: 'osd.3', index: 7, top: 2, filter: 'stor' });
  updateLogs(view, {
    follow: false,
    cursor: 40,
    top: 30,
    seen: 90,
    level: 4,
    filter: 'scrub',
    services: ['mon'],
    servers: [2],
    since: 5,
    filters: [{ text: 'x', on: true }],
  });
  return { view, history };
}

const look = ({ view }: ReturnType<typeof opened>) => {
  const { focus, zoomed, overlays, lists, logs, visits } = view.getState();
  return { focus, zoomed, overlays, lists, logs, visits };
};

describe('jump to a pane', () => {
  test('a jump shows the pane in full with a filter for its target', () => {
    const { view } = opened();
    beginVisit(view, 'logs', { services: ['osd.3'], servers: [1] });
    expect(view.getState()).toMatchObject({
      focus: 'logs',
      zoomed: true,
      logs: { services: ['osd.3'], servers: [1], filter: '', filters: [], level: 6, follow: true },
    });
    expect(view.getState().logs.since).toBeUndefined();
  });

  test('a jump is reverted as a whole: pane, filters, level, services, cursors and expanded rows', () => {
    const site = opened();
    pushOverlay(site.view, servers);
    const before = look(site);
    beginVisit(site.view, 'logs', { filter: 'osd.3' });
    updateLogs(site.view, { level: 2, filter: 'typed', follow: false, cursor: 9 });
    beginVisit(site.view, 'disks', { filter: 'name:osd.4' });
    updateList(site.view, 'disks', { cursor: 'osd.4' });
    expect(endVisit(site.view)).toBe(true);
    expect(site.view.getState()).toMatchObject({ focus: 'logs', logs: { filter: 'typed', cursor: 9 } });
    expect(endVisit(site.view)).toBe(true);
    expect(look(site)).toEqual(before);
    expect(endVisit(site.view)).toBe(false);
  });

  test('reverting a jump keeps what was changed meanwhile and is no part of it: columns, marks, time format', () => {
    const { view } = opened();
    beginVisit(view, 'logs', { filter: 'osd.3' });
    updateLogs(view, { wrap: true, times: 'relative', marks: new Map([['a', 1]]) });
    endVisit(view);
    expect(view.getState().logs).toMatchObject({ wrap: true, times: 'relative', filter: 'scrub' });
    expect(view.getState().logs.marks.size).toBe(1);
    beginVisit(view, 'disks', { filter: 'osd.3' });
    updateList(view, 'disks', { hidden: ['serial'] });
    endVisit(view);
    expect(view.getState().lists.disks).toMatchObject({ hidden: ['serial'], filter: 'stor' });
  });

  test.each([
    ['another pane is shown', { focus: 'tasks' as const }],
    ['the deck is shown', { zoomed: false }],
    ['both', { focus: 'disks' as const, zoomed: false, overlays: [] }],
  ])('a jump is over when %s, and the panes are as before', (_, change) => {
    const site = opened();
    const { lists, logs } = look(site);
    beginVisit(site.view, 'logs', { filter: 'osd.3' });
    beginVisit(site.view, 'disks', { filter: 'name:osd.4' });
    beginVisit(site.view, 'logs', { filter: 'osd.4' });
    site.view.setState(change);
    expect(look(site)).toMatchObject({ ...change, visits: [], lists, logs });
  });

  test('a jump lasts while a screen covers its pane', () => {
    const { view } = opened();
    beginVisit(view, 'logs', { filter: 'osd.3' });
    pushOverlay(view, servers);
    popOverlay(view);
    expect(view.getState()).toMatchObject({ focus: 'logs', logs: { filter: 'osd.3' } });
    endVisit(view);
    expect(view.getState()).toMatchObject({ focus: 'disks', logs: { filter: 'scrub' } });
  });
});

describe('history of jumps', () => {
  test('the history goes through visited views, each as it was', () => {
    const site = opened();
    const { view, history } = site;
    const before = look(site);
    beginVisit(view, 'logs', { filter: 'osd.3' });
    beginVisit(view, 'disks', { filter: 'name:osd.4' });
    history.back();
    expect(view.getState()).toMatchObject({ focus: 'logs', logs: { filter: 'osd.3' }, lists: before.lists });
    history.back();
    expect(look(site)).toEqual(before);
    history.forward();
    expect(view.getState()).toMatchObject({ focus: 'logs', logs: { filter: 'osd.3' }, lists: before.lists });
    history.forward();
    expect(view.getState()).toMatchObject({ focus: 'disks', lists: { disks: { filter: 'name:osd.4' } } });
    history.last();
    history.last();
    endVisit(view);
    endVisit(view);
    expect(look(site)).toEqual(before);
  });

  test('ending a jump that was visited again restores what was chosen since', () => {
    const { view, history } = opened();
    beginVisit(view, 'logs', { filter: 'osd.3' });
    endVisit(view);
    updateLogs(view, { filter: 'chosen since' });
    history.last();
    expect(view.getState().logs.filter).toBe('osd.3');
    endVisit(view);
    expect(view.getState().logs.filter).toBe('chosen since');
  });

  test('the history distinguishes two jumps to the same pane', () => {
    const { view, history } = opened();
    beginVisit(view, 'logs', { filter: 'osd.3' });
    endVisit(view);
    beginVisit(view, 'logs', { filter: 'osd.4' });
    history.back();
    history.back();
    expect(view.getState().logs.filter).toBe('osd.3');
  });
});
