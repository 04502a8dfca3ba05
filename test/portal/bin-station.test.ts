/** The bin station without its page: bottles in the hand survive a reload, and an item that is being counted is put away without a quantity. */
import { expect, test } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import {
  type BinStationController,
  createBinStationController,
  type SavedBinsState,
} from '../../portal/pages/bins/bin-station.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { shortPause } from './short-pause.ts';

const wine = (change: object = {}) => ({
  CustomerNo: 'W1',
  CustomerName: 'Hilltop',
  ItemNo: 'PIN',
  Description: 'Pinot',
  InventoryStatus: 'GOOD-NO-TX',
  Units: 12,
  Unplaced: 30,
  Bins: [],
  Suggestion: { Location: 'R-1', Zone: '', IsOfItem: false },
  ...change,
});

type Reply = (path: string, request: Record<string, unknown>) => object;

function station(reply: Reply, kept?: SavedBinsState) {
  const stored = { text: JSON.stringify(kept ?? { steps: [] }) };
  const ports = {
    call: async (path: string, request: object) => reply(path.replace('/api/Bins/', ''), { ...request }) as never,
    pause: shortPause(),
    newId: uuidv7,
    keep: (now: SavedBinsState) => {
      stored.text = JSON.stringify(now);
    },
  };
  return {
    ...createBinStationController('APC01', ports, kept),
    stored: () => JSON.parse(stored.text) as SavedBinsState,
  };
}

const settled = (opened: Pick<BinStationController, 'state'>) =>
  expect.poll(() => opened.state().waiting, { timeout: 60_000, interval: 1 }).toBe(0);

test('a page that was left continues with what is in the hand, and with the move that had no reply under its id', async () => {
  const first = station(() => ({ Items: [wine()] }));
  for (const code of ['PIN', 'PIN']) first.act({ kind: 'scan', code });
  await settled(first);
  const moves: unknown[] = [];
  const findsBin: Reply = (path, request) => {
    if (path === 'Find') return { Location: { Location: 'R-1', Contents: [] }, Items: [] };
    moves.push(request);
    if (moves.length === 1) return new Promise(() => undefined);
    return { To: { Location: 'R-1', Quantity: 24 }, Unplaced: 6 };
  };
  const second = station(findsBin, first.stored());
  expect(second.state()).toMatchObject({ verdict: 'right', count: 24, target: 'R-1', item: { ItemNo: 'PIN' } });
  second.act({ kind: 'scan', code: 'R-1' });
  await expect.poll(() => moves.length, { timeout: 60_000, interval: 1 }).toBe(1);
  second.close();
  const third = station(findsBin, second.stored());
  await settled(third);
  expect(moves[1]).toEqual(moves[0]);
  expect(third.state()).toMatchObject({
    verdict: 'done',
    item: undefined,
    message: expect.stringContaining('24 in all'),
  });
  expect(third.stored().steps).toEqual([]);
});

test('an item that is being counted is put away by the count of the person', async () => {
  const { Unplaced: _, ...counted } = wine();
  const opened = station((path, { Quantity, Code }) => {
    if (path === 'PutAway' && Quantity !== 40) throw new ApiError(403, {});
    if (path === 'PutAway') return { To: { Location: 'R-1' } };
    if (Code === 'R-1') return { Location: { Location: 'R-1', Contents: [] }, Items: [] };
    return { Items: Code === 'PIN' ? [counted] : [] };
  });
  opened.act({ kind: 'scan', code: 'PIN' });
  opened.act({ kind: 'all' });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    count: 12,
    message: expect.stringContaining('being counted'),
  });
  opened.act({ kind: 'scan', code: '40' });
  opened.act({ kind: 'scan', code: 'R-1' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'done', message: '40 × Pinot in R-1.' });
});

test('what is being counted is taken out of its bin, of which no quantity is shown, and nothing out of an empty one', async () => {
  const { Unplaced: _, ...counted } = wine({ Units: 1, Bins: [{ Location: 'R-9' }] });
  const contentsOf: Readonly<Record<string, object[]>> = { 'R-1': [], 'R-8': [{ ItemNo: 'PIN', Quantity: 0 }] };
  const moves: unknown[] = [];
  const opened = station((path, { Code, From, To, Quantity }) => {
    if (path !== 'Find') {
      moves.push({ From, To, Quantity });
      return { To: { Location: 'R-1' } };
    }
    if (Code === 'PIN') return { Items: [counted] };
    return { Location: { Location: Code, Contents: contentsOf[String(Code)] ?? [{ ItemNo: 'PIN' }] }, Items: [] };
  });
  opened.act({ kind: 'scan', code: 'R-8' });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    message: 'Nothing is recorded in R-8. Scan the bottles first, then R-8.',
    from: undefined,
  });
  for (const code of ['R-9', 'PIN', 'R-1']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'done', message: '1 × Pinot in R-1.' });
  expect(moves).toEqual([{ From: 'R-9', To: 'R-1', Quantity: 1 }]);
});

test('a number that no choice has keeps the choices, and an item is taken that was chosen while the next scan was on the way', async () => {
  const damaged = wine({ InventoryStatus: 'DMGD-NO-TX', Unplaced: 4 });
  const other = wine({ ItemNo: 'ROSE', Description: 'Rosé' });
  const opened = station((_, { Code }) => {
    if (Code === 'BIN') return { Location: { Location: 'R-2', Contents: [] }, Items: [] };
    return { Items: Code === 'ROSE' ? [other] : [wine(), damaged] };
  });
  const scan = (code: string) => opened.act({ kind: 'scan', code });
  for (const code of ['PIN', '3']) scan(code);
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: 'Type 1 to 2, or choose it.', item: undefined });
  const [, second] = opened.state().choices;
  if (second === undefined) throw new Error('the choices are gone');
  scan('BIN');
  opened.act({ kind: 'choose', item: second });
  await settled(opened);
  expect(opened.state()).toMatchObject({ item: { InventoryStatus: 'DMGD-NO-TX' }, count: 4 });
  opened.act({ kind: 'leave' });
  scan('ROSE');
  opened.act({ kind: 'choose', item: second });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    message: 'That is not Rosé. Put it into a bin first, or Esc.',
    item: { ItemNo: 'ROSE' },
    count: 12,
  });
});

test('a number is a bin where a bin has it as its code, and a count where nothing has', async () => {
  const moves: unknown[] = [];
  const opened = station((path, { Code, To, Quantity }) => {
    if (path === 'PutAway') {
      moves.push({ To, Quantity });
      return { To: { Location: To, Quantity } };
    }
    if (Code === 'ROSE') return { Items: [wine({ ItemNo: 'ROSE', Suggestion: { Location: '25' } })] };
    if (['101', '24', '25'].includes(String(Code))) return { Location: { Location: Code, Contents: [] }, Items: [] };
    if (Code === '7') return { Items: [wine({ ItemNo: '7' })] };
    return { Items: Code === 'PIN' ? [wine()] : [] };
  });
  const scan = (...codes: string[]) => {
    for (const code of codes) opened.act({ kind: 'scan', code });
    return settled(opened);
  };
  // No more than 30 are here, so 101 is no count.
  await scan('PIN', '18', '101');
  expect(moves).toEqual([{ To: '101', Quantity: 18 }]);
  // 24 may be either: nothing is guessed.
  await scan('PIN', '24');
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    count: 12,
    message: '24 is a bin. Scan it again to put them there. For a count, type =24.',
  });
  await scan('=24');
  expect(opened.state()).toMatchObject({ verdict: 'right', count: 24 });
  await scan('7');
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    count: 24,
    message: 'That is not Pinot. Put it into a bin first, or Esc. For a count, type =7.',
  });
  await scan('NOPE-9');
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    count: 24,
    message: 'NOPE-9 is no bin and no item here. Put Pinot into a bin first, or Esc.',
  });
  await scan('24', '24');
  expect(moves[1]).toEqual({ To: '24', Quantity: 24 });
  // The bin that the station suggested is asked for, too.
  await scan('ROSE', '25');
  expect(opened.state()).toMatchObject({ verdict: 'wrong', target: '25', count: 12 });
  expect(moves).toHaveLength(2);
  await scan('25');
  expect(moves[2]).toEqual({ To: '25', Quantity: 12 });
});

test('a pick face that is being filled survives a reload with its way, and another item ends the fill', async () => {
  const other = wine({ ItemNo: 'ROSE', Description: 'Rosé', Unplaced: 40 });
  const reply: Reply = (path, { Code }) => {
    if (Code === 'R-9')
      return { Location: { Location: 'R-9', Contents: [{ ItemNo: 'ROSE', Quantity: 6 }] }, Items: [] };
    if (path === 'Find') return { Items: [other] };
    return {};
  };
  const first = station(reply);
  const face = {
    Location: 'F-1',
    CustomerNo: 'W1',
    ItemNo: 'PIN',
    InventoryStatus: 'GOOD-NO-TX',
    Description: 'Pinot',
    Wanted: 18,
    Person: '',
    IsMine: true,
    From: [{ Location: 'R-1', Quantity: 18 }],
  };
  // A bin whose scan was on the way when the person chose the pick face is not the one that fills it.
  first.act({ kind: 'scan', code: 'R-9' });
  first.act({ kind: 'fill', face: face as never });
  await settled(first);
  expect(first.state()).toMatchObject({ from: undefined, contents: [] });
  const way = { verdict: 'right', message: 'Go to R-1: take 18 to F-1.', wanted: 18, target: 'F-1' };
  expect(first.state()).toMatchObject(way);
  const second = station(reply, first.stored());
  expect(second.state()).toMatchObject(way);
  second.act({ kind: 'scan', code: 'ROSE' });
  second.act({ kind: 'all' });
  await settled(second);
  expect(second.state()).toMatchObject({ item: { ItemNo: 'ROSE' }, count: 40, wanted: undefined, target: 'R-1' });
});

test('a move into a bin whose number could be a count is sent again under its id after a reload', async () => {
  const moves: Record<string, unknown>[] = [];
  const reply: Reply = (path, request) => {
    if (path === 'Find' && request.Code === 'PIN') return { Items: [wine()] };
    if (path === 'Find') return { Location: { Location: '24', Contents: [] }, Items: [] };
    moves.push(request);
    // It is made, and its reply is lost.
    return moves.length === 1 ? new Promise(() => undefined) : { To: { Location: '24', Quantity: 12 }, Unplaced: 18 };
  };
  const first = station(reply);
  for (const code of ['PIN', '24', '24']) first.act({ kind: 'scan', code });
  await expect.poll(() => moves.length, { timeout: 60_000, interval: 1 }).toBe(1);
  first.close();
  const second = station(reply, first.stored());
  await settled(second);
  expect(moves).toEqual([moves[0], moves[0]]);
  expect(second.state()).toMatchObject({ verdict: 'done', item: undefined });
});

test('the bin into which bottles were put is taken from only when it is scanned once more than a scanner that reads it twice', async () => {
  const opened = station((path, { Code }) => {
    if (path === 'PutAway') return { To: { Location: 'R-1', Quantity: 12 }, Unplaced: 18 };
    if (Code === 'R-1') return { Location: { Location: 'R-1', Contents: [{ ...wine(), Quantity: 12 }] }, Items: [] };
    return { Items: [wine({ Bins: [{ Location: 'R-1', Quantity: 12 }] })] };
  });
  for (const code of ['PIN', 'R-1', 'R-1']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'done', from: undefined });
  expect(opened.state().message).toBe(
    '12 × Pinot in R-1, 12 in all. 18 more are in no bin. Scan R-1 again to take some out of it.',
  );
  opened.act({ kind: 'scan', code: 'PIN' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', from: undefined, count: 12 });
  for (const code of ['R-1', 'R-1', 'R-1']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', from: 'R-1' });
});
