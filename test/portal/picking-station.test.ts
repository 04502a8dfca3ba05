/** The picking station without its page: steps run once each, in order, and a refusal is reported. */
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import {
  createPickingStationController,
  type PickingStationController,
  type PickingTask,
  type SavedPickingState,
} from '../../portal/pages/pick/picking-station.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { shortPause } from './short-pause.ts';

const task = (change: Partial<PickingTask> = {}) =>
  ({
    Task: 'T1',
    Session: 'T1.1',
    Wave: 'V1',
    WaveNumber: 7,
    Number: 1,
    State: 'picking',
    Units: 3,
    Picked: 0,
    Next: 'bin',
    Stops: [],
    Totes: [],
    Shorts: [],
    PutBack: [],
    Message: '',
    ...change,
  }) as unknown as PickingTask;

function station(reply: (path: string, request: Record<string, unknown>) => object, kept?: SavedPickingState) {
  const stored: { kept: SavedPickingState } = { kept: kept ?? { steps: [] } };
  const heard: string[] = [];
  const ports = {
    call: async (path: string, request: object) => reply(path.replace('/api/Picking/', ''), { ...request }) as never,
    pause: shortPause(),
    newId: uuidv7,
    keep: (now: SavedPickingState) => {
      stored.kept = now;
    },
    onVerdict: (verdict: string) => heard.push(verdict),
  };
  return { ...createPickingStationController(ports, kept), heard, stored };
}

const settled = (opened: Pick<PickingStationController, 'state'>) =>
  expect.poll(() => opened.state().waiting, { timeout: 60_000, interval: 1 }).toBe(0);

test('a scan whose reply is lost is repeated under its id; a wrong one is heard and counts nothing', async () => {
  const asked: unknown[] = [];
  let isLost = true;
  const opened = station((path, { ScanId, Code }) => {
    if (path === 'Start') return task();
    asked.push([ScanId, Code]);
    if (isLost) {
      isLost = false;
      throw new ApiError(0, {});
    }
    return task({ Verdict: 'wrong', Message: 'Wrong bottle' });
  });
  opened.act({ kind: 'start', wave: 'V1' });
  opened.act({ kind: 'scan', code: 'WINE-2' });
  await settled(opened);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
  expect(opened.heard).toEqual(['right', 'wrong']);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: 'Wrong bottle', trouble: '' });
});

test('what a scan means is decided at its turn: a bin after its wave, and the next wave after the last tote', async () => {
  const asked: unknown[] = [];
  const opened = station((path, { Wave, Code, Number: number }) => {
    asked.push([path, Wave ?? Code ?? number]);
    // Of wave 8 only a task is left, which a person has put aside.
    if (path === 'List')
      return number === 7 ? { Waves: [{ Wave: 'V1' }], Tasks: [] } : { Waves: [], Tasks: [{ Wave: 'V2' }] };
    return task(Code === 'T-1' ? { State: 'done', Verdict: 'done' } : {});
  });
  for (const code of ['7', 'A-01', 'T-1', 'wave 8']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(asked).toEqual([
    ['List', 7],
    ['Start', 'V1'],
    ['Scan', 'A-01'],
    ['Scan', 'T-1'],
    ['List', 8],
    ['Start', 'V2'],
  ]);
});

test('a code that names no wave, none that waits, or one at two warehouses starts nothing', async () => {
  const opened = station((_path, { Number: number }) => {
    const Waves = number === 9 ? [] : ['APC01', 'COB01'].map((Warehouse) => ({ Wave: Warehouse, Warehouse }));
    return { Waves, Tasks: [] };
  });
  const chooseFirst = 'Choose a wave first: scan or type its number.';
  const layout =
    'Does the label show something else? Then the scanner and this computer have different keyboard layouts.';
  for (const [code, message] of [
    ['A-01', `A-01 names no wave. ${chooseFirst}`],
    ['0', `0 names no wave. ${chooseFirst}`],
    // Wave 17, on a computer with a French layout.
    ['&è', `&è names no wave. ${chooseFirst} ${layout}`],
    ['9', 'No wave 9 waits to be picked.'],
    ['10', 'Wave 10 is at APC01 and COB01: choose one below.'],
  ] as const) {
    opened.act({ kind: 'scan', code });
    await settled(opened);
    expect(opened.state()).toMatchObject({ verdict: 'wrong', message, task: undefined });
  }
});

test('a page that was left continues its task, with the steps that had no reply', async () => {
  const first = station((path) => (path === 'Start' ? task() : new Promise(() => undefined)));
  first.act({ kind: 'start', wave: 'V1' });
  await settled(first);
  first.act({ kind: 'scan', code: 'A-01' });
  first.close();
  const asked: unknown[] = [];
  const next = station((path, { Task, Code }) => {
    asked.push([path, Task ?? Code]);
    return task();
  }, first.stored.kept);
  await settled(next);
  expect(asked).toEqual([
    ['Open', 'T1'],
    ['Scan', 'A-01'],
  ]);
});

test('after a reload the last scan of a task that it ended starts no wave with the number of its tote', async () => {
  const asked: unknown[] = [];
  const reply = (path: string, { Code, Number: number }: Record<string, unknown>) => {
    asked.push([path, Code ?? number]);
    if (path === 'Open') throw new ApiError(403, { Code: 'StateForbids', State: 'DONE', Reason: 'Task 1 is picked.' });
    // It is counted, and its reply is lost.
    if (path === 'Scan') return new Promise<object>(() => undefined);
    return path === 'List' ? { Waves: [{ Wave: 'V2' }], Tasks: [] } : task();
  };
  const first = station(reply);
  first.act({ kind: 'start', wave: 'V1' });
  first.act({ kind: 'scan', code: '201' });
  await expect.poll(() => asked.length, { timeout: 60_000, interval: 1 }).toBe(2);
  first.act({ kind: 'scan', code: 'wave 8' });
  first.close();
  asked.length = 0;
  const second = station(reply, first.stored.kept);
  await settled(second);
  expect(asked).toEqual([
    ['Open', undefined],
    ['List', 8],
    ['Start', undefined],
  ]);
});

test('a task that another person has is left, and named for a lead who takes it over', async () => {
  const opened = station((path) => {
    if (path === 'Start') return task();
    throw new ApiError(403, { Code: 'StateForbids', State: 'PICKING', Reason: 'ben picks it.' });
  });
  opened.act({ kind: 'start', wave: 'V1' });
  opened.act({ kind: 'undo' });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    task: undefined,
    takenTask: 'T1',
    verdict: 'wrong',
    message: 'ben picks it.',
  });
});

test('who starts a wave of which others pick the last orders keeps the task that is open', async () => {
  const opened = station((_, { Wave }) => {
    if (Wave === 'V1') return task();
    throw new ApiError(403, { Code: 'StateForbids', State: 'PICKING', Reason: 'All its orders are being picked.' });
  });
  for (const wave of ['V1', 'V2']) opened.act({ kind: 'start', wave });
  await settled(opened);
  expect(opened.state()).toMatchObject({ task: { Task: 'T1' }, takenTask: undefined, verdict: 'wrong' });
  expect(opened.stored.kept.task).toBe('T1');
});

test('a wave or a tote that the scanner reads twice is neither a bin nor the next wave, and a bottle is', async () => {
  const asked: string[] = [];
  let place = 1;
  const opened = station((path, { Code }) => {
    asked.push(path);
    if (path === 'List') return { Waves: [{ Wave: 'V1' }], Tasks: [] };
    if (path === 'Start' || path === 'Undo') return task({ Next: 'bin', Current: { Location: 'A-1' } as never });
    if (Code === 'PIN') return task({ Next: 'tote', InHand: 1, Verdict: 'right', Message: 'Now scan the tote.' });
    if (Code === 'T-1' && opened.state().task?.InHand === 1) {
      place += 1;
      const Totes = [{ Tote: 'T-1', Units: place - 1 }];
      if (place === 3)
        return task({ State: 'done', InHand: 0, Totes, Verdict: 'done', Message: 'Everything is picked.' });
      return task({ InHand: 0, Totes, Verdict: 'right', Message: `In tote T-1. Go to A-${place}.` });
    }
    const Current = { Location: `A-${place}` } as never;
    return task({ Current, InHand: 0, Verdict: 'wrong', Message: `Scan the bin A-${place} first.` });
  });
  const says = async (...codes: readonly string[]) => {
    for (const code of codes) opened.act({ kind: 'scan', code });
    await settled(opened);
    const { verdict, message } = opened.state();
    return [verdict, message];
  };
  expect(await says('7', '7')).toEqual(['right', 'Wave 7, task 1. Go to A-1.']);
  expect(await says('PIN', 'T-1', 't-1', 'T-1')).toEqual(['right', 'In tote T-1. Go to A-2.']);
  expect(await says('X', 'T-1')).toEqual(['wrong', 'Scan the bin A-2 first.']);
  expect(await says('PIN', 'T-1', 'T-1')).toEqual(['done', 'Everything is picked.']);
  expect(asked.filter((path) => path === 'List' || path === 'Start')).toEqual(['List', 'Start']);
});

test('a step without a reply for three seconds says so, and no longer shows the step before', async () => {
  vi.useFakeTimers();
  try {
    let reply = (): void => undefined;
    const opened = station((path) => {
      if (path === 'Start') return task();
      return new Promise<object>((resolve) => {
        reply = () => resolve(task({ Verdict: 'right', Message: 'Take 2.' }));
      });
    });
    opened.act({ kind: 'start', wave: 'V1' });
    opened.act({ kind: 'scan', code: 'A-01' });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(opened.state()).toMatchObject({ trouble: '', waiting: 1 });
    await vi.advanceTimersByTimeAsync(200);
    expect(opened.state()).toMatchObject({ trouble: 'The server has not replied yet.', waiting: 1 });
    reply();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened.state()).toMatchObject({ trouble: '', message: 'Take 2.', waiting: 0 });
  } finally {
    vi.useRealTimers();
  }
});
