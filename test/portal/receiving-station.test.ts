/** The receiving station without its page: the meaning of a scan is that of its turn, and a delivery is parked once. */
import { expect, test } from 'vitest';
import { ApiError } from '../../portal/api/api-error.ts';
import {
  createReceivingStationController,
  outcomeOfReceipt,
  type Receipt,
  type ReceivingStationController,
  type SavedReceivingState,
  stepOfScan,
} from '../../portal/pages/receive/receiving-station.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { shortPause } from './short-pause.ts';

const receipt = (change: Partial<Receipt> = {}) =>
  ({
    Session: 'W1.R1.1',
    CustomerNo: 'W1',
    Receipt: 'R1',
    Warehouse: 'APC01',
    State: 'open',
    Kind: 'purchase',
    OrderNumber: 'PO1',
    Pallet: 1,
    Units: 0,
    Place: '',
    Lines: [],
    Message: '',
    ...change,
  }) as unknown as Receipt;

type Answer = (path: string, request: Record<string, unknown>, key?: string) => object | Promise<object>;

function station(answer: Answer, kept?: SavedReceivingState) {
  const stored: { kept: SavedReceivingState } = { kept: kept ?? { steps: [] } };
  const heard: string[] = [];
  const ports = {
    call: async (path: string, request: object, _signal?: AbortSignal, key?: string) =>
      (await answer(path.replace('/api/Receiving/', ''), { ...request }, key)) as never,
    pause: shortPause(),
    newId: uuidv7,
    keep: (now: SavedReceivingState) => {
      stored.kept = now;
    },
    onVerdict: (verdict: string) => heard.push(verdict),
  };
  return { ...createReceivingStationController(ports, kept), heard, stored };
}

const settled = (opened: Pick<ReceivingStationController, 'state'>) =>
  expect.poll(() => opened.state().waiting, { timeout: 60_000, interval: 1 }).toBe(0);

const scan = (code: string) => ({ kind: 'scan', warehouse: 'APC01', code, pallet: '' }) as const;

test('a bottle that is scanned before its order is open is counted, and the next order after the end is opened', async () => {
  const asked: unknown[] = [];
  const opened = station((path, { Scan, Code }) => {
    asked.push([path, Scan ?? Code].filter((part) => part !== undefined));
    if (path === 'Open') return { Receipt: receipt({ OrderNumber: String(Scan) }), Matches: [] };
    if (path === 'Finish') return receipt({ State: 'finished', Message: 'Posted.' });
    return receipt({ Verdict: 'right', Message: `${Code} counted.` });
  });
  for (const action of [scan('PO1'), scan('PIN'), { kind: 'finish' } as const, scan('PO2'), scan('CAB')])
    opened.act(action);
  await settled(opened);
  expect(asked).toEqual([['Open', 'PO1'], ['Scan', 'PIN'], ['Finish'], ['Open', 'PO2'], ['Scan', 'CAB']]);
  expect(opened.state()).toMatchObject({ message: 'CAB counted.', receipt: { State: 'open' } });
});

test('an order that is refused opens nothing, and the next scan is another order', async () => {
  const opened = station((path, { Scan }) => {
    if (path === 'Open' && Scan === 'PO1') return { Receipt: receipt(), Matches: [] };
    throw new ApiError(404, { Code: 'NotFound', Reason: `There is no order ${Scan}.` });
  });
  opened.act(scan('PO9'));
  opened.act(scan('PO1'));
  await settled(opened);
  expect(opened.heard).toEqual(['wrong', 'right']);
});

test('the lot of the day is that of the receipt, also after a reload, and not that of the next one', async () => {
  const asked: unknown[] = [];
  const answer: Answer = (path, { Scan, Code, Lot }) => {
    if (path === 'Scan') asked.push([Code, Lot]);
    const id = String(Scan ?? 'PO1').replace('W1.', '');
    if (path === 'Open') return { Receipt: receipt({ Receipt: id, OrderNumber: id }), Matches: [] };
    return receipt({ Receipt: 'PO1', State: path === 'Finish' ? 'finished' : 'open', Verdict: 'right' });
  };
  const first = station(answer);
  for (const action of [scan('PO1'), scan('A'), { kind: 'lot', lot: 'L2611' } as const, scan('B')]) first.act(action);
  await settled(first);
  first.close();
  const second = station(answer, first.stored.kept);
  second.act(scan('C'));
  await settled(second);
  expect(second.state().lot).toBe('L2611');
  for (const action of [{ kind: 'finish' } as const, scan('PO2'), scan('D')]) second.act(action);
  await settled(second);
  expect(asked).toEqual([
    ['A', undefined],
    ['B', 'L2611'],
    ['C', 'L2611'],
    ['D', undefined],
  ]);
});

test('a delivery whose reply is lost, and whose page is reloaded, is parked under one key', async () => {
  const keys: unknown[] = [];
  const delivery = {
    kind: 'park',
    warehouse: 'APC01',
    customerNo: 'W1',
    place: 'Dock 7',
    note: '',
    photos: [],
  } as const;
  const first = station((_path, _request, key) => {
    keys.push(key);
    return new Promise(() => undefined);
  });
  first.act(delivery);
  await expect.poll(() => keys.length).toBe(1);
  first.close();
  const second = station((_path, _request, key) => {
    keys.push(key);
    if (keys.length === 2) throw new ApiError(0, {});
    return receipt({ Kind: 'unannounced', Place: 'Dock 7' });
  }, first.stored.kept);
  await settled(second);
  expect(keys).toHaveLength(3);
  expect(new Set(keys)).toEqual(new Set([expect.any(String)]));
  expect(new Set(keys).size).toBe(1);
});

test('a scanned bin goes with the next scans of a departing transfer, until it is dropped or another order is open', async () => {
  const asked: unknown[] = [];
  const opened = station((path, { Scan, Code, Location }) => {
    if (path === 'Scan') asked.push([Code, Location]);
    if (path === 'Open') return { Receipt: receipt({ Kind: 'transfer out', Receipt: String(Scan) }), Matches: [] };
    const bin = Code === 'A-1' ? { Location: 'A-1' } : {};
    return receipt({ Kind: 'transfer out', Receipt: 'TO1', Verdict: 'right', ...bin });
  });
  for (const action of [scan('TO1'), scan('A-1'), scan('PIN')]) opened.act(action);
  await settled(opened);
  expect([opened.state().bin, opened.stored.kept.bin]).toEqual(['A-1', 'A-1']);
  const rest = [{ kind: 'no bin' }, scan('CAB'), scan('A-1'), { kind: 'leave' }, scan('TO2'), scan('ZIN')] as const;
  for (const action of rest) opened.act(action);
  await settled(opened);
  expect(asked).toEqual([
    ['A-1', undefined],
    ['PIN', 'A-1'],
    ['CAB', undefined],
    ['A-1', undefined],
    ['ZIN', undefined],
  ]);
});

test('damaged units are sent as a person reports them: whether they were counted before, and with their photos', async () => {
  const asked: unknown[] = [];
  const opened = station((path, { Session: _, ScanId: __, ...request }) => {
    if (path === 'Open') return { Receipt: receipt(), Matches: [] };
    asked.push(request);
    return receipt({ Verdict: 'right' });
  });
  const issue = { status: 'DMGD-NO-TX', reason: 'DAMAGED', note: 'Wet' };
  opened.act(scan('PO1'));
  opened.act({ kind: 'count', itemNo: 'PIN', units: 2, issue: { ...issue, wereCounted: true, photos: ['P1'] } });
  opened.act({ kind: 'count', itemNo: 'PIN', cases: 1, issue: { ...issue, wereCounted: false, photos: [] } });
  await settled(opened);
  const condition = { ItemNo: 'PIN', InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'DAMAGED', Note: 'Wet' };
  expect(asked).toEqual([
    { ...condition, Units: 2, WereCounted: true, Photos: ['P1'] },
    { ...condition, Cases: 1, WereCounted: false },
  ]);
});

test('the scan that opened an order is no unknown bottle when the scanner reads it twice, and cannot be taught', async () => {
  const opened = station((path, { Scan }) => {
    if (path === 'Open') return { Receipt: receipt({ Receipt: `R-${Scan}`, OrderNumber: `${Scan}` }), Matches: [] };
    if (path === 'Park') return receipt({ Receipt: 'R-9', Kind: 'unannounced' });
    return receipt({
      Receipt: opened.stored.kept.receipt?.scan.slice(3) ?? '',
      Verdict: 'unknown',
      Message: 'No item.',
    });
  });
  for (const code of ['PO1', 'po1']) opened.act(scan(code));
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', unknownCode: undefined });
  opened.act(scan('PO2'));
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', message: 'No item.', unknownCode: 'PO2' });
  const delivery = {
    kind: 'park',
    warehouse: 'APC01',
    customerNo: 'W1',
    place: 'Dock 4',
    note: '',
    photos: [],
  } as const;
  for (const action of [{ kind: 'leave' } as const, delivery, scan('PO1')]) opened.act(action);
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'wrong', unknownCode: 'PO1' });
});

test('the band says what a key has changed for the next scans: their lot, and the bin that they come from', async () => {
  const opened = station(() => ({ Receipt: receipt({ Kind: 'transfer out', Location: 'A-01' }), Matches: [] }));
  opened.act(scan('TO1'));
  opened.act({ kind: 'lot', lot: 'L2611' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ verdict: 'right', message: 'What is scanned now has lot L2611.' });
  opened.act({ kind: 'no bin' });
  await settled(opened);
  expect(opened.state()).toMatchObject({ bin: '', message: 'What is scanned now comes from no bin.' });
});

test('of several orders with one name the typed number opens its own', async () => {
  const asked: unknown[] = [];
  const opened = station((_path, { Scan }) => {
    asked.push(Scan);
    if (Scan !== 'PO') return { Receipt: receipt(), Matches: [] };
    return { Matches: [{ TransactionReferenceNumber: 'T1' }, { TransactionReferenceNumber: 'T2' }] };
  });
  for (const code of ['PO', '2']) opened.act(scan(code));
  await settled(opened);
  expect(asked).toEqual(['PO', 'T2']);
  expect(opened.state()).toMatchObject({ verdict: 'right', matches: [] });
});

test('a scan opens an order unless a receipt is open; of several orders a typed number is that of one', () => {
  const matches = ['O1', 'O2'].map((TransactionReferenceNumber) => ({ TransactionReferenceNumber })) as never;
  const step = (code: string) => ({ ...scan(code), id: '1' });
  const opens = (name: string) => ({ id: '1', kind: 'open', warehouse: 'APC01', scan: name, pallet: '' });
  expect(stepOfScan(step('PO1'), { receipt: undefined, matches: [] })).toEqual(opens('PO1'));
  expect(stepOfScan(step('PO1'), { receipt: receipt({ State: 'finished' }), matches: [] })).toEqual(opens('PO1'));
  expect(stepOfScan(step('2'), { receipt: undefined, matches })).toEqual(opens('O2'));
  expect(stepOfScan(step('3'), { receipt: undefined, matches })).toEqual(opens('3'));
  const bottle = step('2');
  expect(stepOfScan(bottle, { receipt: receipt(), matches })).toBe(bottle);
  const lot = { kind: 'lot', lot: 'L', id: '1' } as const;
  expect(stepOfScan(lot, { receipt: undefined, matches })).toBe(lot);
});

test('a receipt that is over is done, an unknown code is wrong, and the bin stays until a reply names one', () => {
  const verdict = (change: Partial<Receipt>) => outcomeOfReceipt(receipt(change), '', {})[0];
  expect(verdict({})).toBe('right');
  expect(verdict({ Verdict: 'unknown' })).toBe('wrong');
  expect(verdict({ State: 'finished', Verdict: 'wrong' })).toBe('done');
  expect(outcomeOfReceipt(receipt({ State: 'finished' }), '', { verdict: 'wrong' })[0]).toBe('wrong');
  expect(outcomeOfReceipt(receipt({ Units: 3 }), '', {})[1]).toBe('PO1, pallet 1. 3 counted.');
  const bin = (change: Partial<Receipt>) => outcomeOfReceipt(receipt(change), 'A-01', {})[2]?.bin;
  expect(bin({})).toBe('A-01');
  expect(bin({ Location: 'B-02' })).toBe('B-02');
  expect(bin({ Location: '' })).toBe('');
});
