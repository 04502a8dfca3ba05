/** A count outside bins without its looks: items that are not there, and sheets that are longer than one request takes. */
import { expect, test } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import {
  type CountAction,
  type CountStationController,
  createCountStationController,
  itemsLeftToCountOutsideBins,
} from '../../portal/pages/counts/count-station.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { shortPause } from './short-pause.ts';

const item = (nth: number) => ({
  CustomerNo: 'W1',
  CustomerName: 'Hilltop Cellars',
  ItemNo: `WINE-${nth}`,
  InventoryStatus: 'GOOD-NO-TX',
});

interface Sheet {
  readonly SheetId: string;
  readonly Lines: readonly { readonly ItemNo: string; readonly Quantity: number }[];
}

const bins = ['BIN', '101', '102', 'MINE'];

/** A station whose sheets are recorded, up to a number of them; the first try of each is lost on the way back. */
function station({ maxSheets = Number.POSITIVE_INFINITY } = {}) {
  const sheets = new Map<string, Sheet>();
  const call = async (path: string, request: object) => {
    if (path === '/api/Counts/Find') {
      const { Code } = request as { readonly Code: string };
      if (bins.includes(Code))
        return { Location: Code, Items: [], ...(Code === 'MINE' && { IsForOthers: true }) } as never;
      const numbers =
        Code === 'BOTH' ? [8, 9] : Code === '7' ? [7] : Code.startsWith('WINE-') ? [Number(Code.slice(5))] : [];
      const Items = numbers.map((nth) => ({ ...item(nth), CustomerName: '', Description: '', Units: 1 }));
      return { Items } as never;
    }
    const sheet = request as Sheet;
    const before = sheets.get(sheet.SheetId);
    if (before !== undefined) {
      expect(sheet).toEqual(before);
      const lines = sheet.Lines.map(({ ItemNo }) => ({ ItemNo, State: ItemNo === 'WINE-7' ? 'recount' : 'counted' }));
      return { Lines: lines } as never;
    }
    if (sheets.size === maxSheets) throw new ApiError(403, { Code: 'StateForbids', Reason: 'Not recorded.' });
    sheets.set(sheet.SheetId, sheet);
    throw new ApiError(0, {});
  };
  const pause = shortPause();
  const opened = createCountStationController('APC01', { call, pause, newId: uuidv7, keep: () => undefined });
  return { ...opened, lines: () => [...sheets.values()].flatMap(({ Lines }) => Lines), sheets };
}

const settled = (opened: Pick<CountStationController, 'state'>) =>
  expect.poll(() => opened.state().waiting, { timeout: 60_000, interval: 1 }).toBe(0);

test('450 items outside bins are recorded in parts, each once, and the end names what is counted again', async () => {
  const opened = station();
  const items = Array.from({ length: 450 }, (_, nth) => item(nth));
  opened.act({ kind: 'outside', items });
  for (const { ItemNo } of items) opened.act({ kind: 'scan', code: ItemNo });
  opened.act({ kind: 'finish' });
  await settled(opened);
  expect([...opened.sheets.values()].map(({ Lines }) => Lines.length)).toEqual([200, 200, 50]);
  expect(new Set(opened.lines().map(({ ItemNo }) => ItemNo)).size).toBe(450);
  expect(opened.state()).toMatchObject({
    verdict: 'done',
    place: undefined,
    message: 'Counted outside bins. Another person counts WINE-7 again.',
  });
});

test('undo after a part was refused does not bring back what the part before it has recorded', async () => {
  const opened = station({ maxSheets: 1 });
  const items = Array.from({ length: 202 }, (_, nth) => item(nth));
  opened.act({ kind: 'outside', items });
  for (const { ItemNo } of items) opened.act({ kind: 'scan', code: ItemNo });
  opened.act({ kind: 'finish' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: 'Not recorded.' });
  expect(opened.state().lines.map(({ ItemNo }) => ItemNo)).toEqual(['WINE-201', 'WINE-200']);
  opened.act({ kind: 'undo' });
  await settled(opened);
  expect(opened.state().lines.map(({ ItemNo }) => ItemNo)).toEqual(['WINE-200']);
});

test('an item of which nothing is outside bins is recorded with zero, and the others stay to be counted', async () => {
  const opened = station();
  opened.act({ kind: 'outside', items: [item(1), item(2), item(3)] });
  opened.act({ kind: 'scan', code: 'WINE-1' });
  await settled(opened);
  expect(itemsLeftToCountOutsideBins(opened.state())).toEqual([item(2), item(3)]);
  opened.act({ kind: 'none', item: item(2) });
  opened.act({ kind: 'finish' });
  await settled(opened);
  expect(opened.lines()).toMatchObject([
    { ItemNo: 'WINE-2', Quantity: 0 },
    { ItemNo: 'WINE-1', Quantity: 1 },
  ]);
  expect(opened.state().message).toBe('Counted outside bins. 1 item stays to be counted there.');
});

test('a number above 9,999 is typed with its commas, because a number of more digits is a code', async () => {
  const opened = station();
  for (const code of ['BIN', 'WINE-1', '12,000']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', lines: [{ ItemNo: 'WINE-1', count: 12_000 }] });
});

test('a count does not end while the item of a scan is to be chosen: the scan would be lost, and the bin recorded as empty', async () => {
  const opened = station();
  for (const code of ['BIN', 'BOTH']) opened.act({ kind: 'scan', code });
  opened.act({ kind: 'finish' });
  await settled(opened);
  expect(opened.sheets.size).toBe(0);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    message: 'Choose what you scanned before the count ends: type 1 to 2.',
    choices: [{ ItemNo: 'WINE-8' }, { ItemNo: 'WINE-9' }],
    place: 'BIN',
  });
  opened.act({ kind: 'scan', code: '2' });
  opened.act({ kind: 'finish' });
  await settled(opened);
  expect(opened.lines()).toMatchObject([{ ItemNo: 'WINE-9', Quantity: 1 }]);
});

test('a number that no choice has keeps the choices, and the last item its count', async () => {
  const opened = station();
  for (const code of ['BIN', 'WINE-1', '5', 'BOTH', '3', '12', '0']) opened.act({ kind: 'scan', code });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    message: 'Type 1 to 2, or choose it.',
    choices: [{ ItemNo: 'WINE-8' }, { ItemNo: 'WINE-9' }],
    lines: [{ ItemNo: 'WINE-1', count: 5 }],
  });
  opened.act({ kind: 'scan', code: '2' });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    choices: [],
    lines: [
      { ItemNo: 'WINE-9', count: 1 },
      { ItemNo: 'WINE-1', count: 5 },
    ],
  });
});

test('an item that is chosen while the next scan is on the way is counted, and the scanned one keeps its count', async () => {
  const opened = station();
  for (const code of ['BIN', 'BOTH']) opened.act({ kind: 'scan', code });
  await settled(opened);
  const [, second] = opened.state().choices;
  opened.act({ kind: 'scan', code: 'WINE-1' });
  if (second !== undefined) opened.act({ kind: 'choose', item: second });
  await settled(opened);
  expect(opened.state().lines).toMatchObject([
    { ItemNo: 'WINE-9', count: 1 },
    { ItemNo: 'WINE-1', count: 1 },
  ]);
  opened.act({ kind: 'drop' });
  if (second !== undefined) opened.act({ kind: 'choose', item: second });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', place: undefined, lines: [] });
});

test('who leaves a count is asked where something is counted, and not after it was recorded in the meantime', async () => {
  const opened = station();
  const act = (...actions: CountAction[]) => {
    for (const action of actions) opened.act(action);
    return settled(opened);
  };
  const [bin, bottle] = [{ kind: 'scan', code: 'BIN' } as const, { kind: 'scan', code: 'WINE-1' } as const];
  await act(bin, { kind: 'leave' });
  expect(opened.state()).toMatchObject({ place: undefined, isLeaving: false });
  // The scan before it has no reply yet when the person leaves.
  await act(bin, bottle, { kind: 'leave' });
  expect(opened.state()).toMatchObject({ place: 'BIN', lines: [{ count: 1 }], isLeaving: true });
  await act({ kind: 'stay' });
  expect(opened.state()).toMatchObject({ place: 'BIN', lines: [{ count: 1 }], isLeaving: false });
  await act({ kind: 'finish' }, { kind: 'leave' }, { kind: 'drop' });
  expect(opened.lines()).toMatchObject([{ ItemNo: 'WINE-1', Quantity: 1 }]);
  expect(opened.state()).toMatchObject({ verdict: 'done', message: 'Counted in BIN.', isLeaving: false });
  await act(bin, bottle);
  expect(opened.state()).toMatchObject({ place: 'BIN', isLeaving: false });
  await act({ kind: 'leave' }, { kind: 'drop' });
  expect(opened.state()).toMatchObject({ place: undefined, lines: [], isLeaving: false });
  expect(opened.sheets.size).toBe(1);
});

test('two conditions of an item are counted in one bin: the last scan is counted for the other one when the person says so', async () => {
  const opened = station();
  const scan = (...codes: string[]) => {
    for (const code of codes) opened.act({ kind: 'scan', code });
  };
  scan('BIN', 'BOTH', '1', 'BOTH', 'BOTH');
  opened.act({ kind: 'ask' });
  scan('2', 'BOTH');
  await settled(opened);
  const two = [
    { ItemNo: 'WINE-9', count: 2 },
    { ItemNo: 'WINE-8', count: 2 },
  ];
  expect(opened.state().lines).toMatchObject(two);
  opened.act({ kind: 'ask' });
  scan('1');
  await settled(opened);
  expect(opened.state().lines).toMatchObject([
    { ItemNo: 'WINE-8', count: 3 },
    { ItemNo: 'WINE-9', count: 1 },
  ]);
  opened.act({ kind: 'undo' });
  await settled(opened);
  expect(opened.state().lines).toMatchObject(two);
});

test('a number is no count where a bin or another item has it as its code', async () => {
  const opened = station();
  const scan = (...codes: string[]) => {
    for (const code of codes) opened.act({ kind: 'scan', code });
    return settled(opened);
  };
  await scan('101', 'WINE-1', '5', '101');
  expect(opened.state()).toMatchObject({
    verdict: 'right',
    message: 'This is 101. Scan all that lies in it. For a count, type =101.',
    lines: [{ ItemNo: 'WINE-1', count: 5 }],
  });
  await scan('102');
  expect(opened.state()).toMatchObject({ verdict: 'wrong', place: '101', lines: [{ count: 5 }] });
  await scan('7');
  expect(opened.state()).toMatchObject({ verdict: 'ready', choices: [{ ItemNo: 'WINE-7' }], lines: [{ count: 5 }] });
  await scan('=101');
  expect(opened.state().lines).toMatchObject([{ ItemNo: 'WINE-1', count: 101 }]);
  await scan('7', '1', '7', '7');
  expect(opened.state().lines).toMatchObject([
    { ItemNo: 'WINE-7', count: 3 },
    { ItemNo: 'WINE-1', count: 101 },
  ]);
});

test('a bin that another person is to count again is not begun, and the message names the next step', async () => {
  const opened = station();
  opened.act({ kind: 'scan', code: 'MINE' });
  await settled(opened);
  expect(opened.state()).toMatchObject({
    verdict: 'wrong',
    place: undefined,
    message: 'You have counted MINE. Another person counts it again: scan another bin.',
  });
  opened.act({ kind: 'scan', code: '101' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', place: '101' });
});
