import { describe, expect, test } from 'vitest';
import type { Outcome } from '../platform/errors.ts';
import { sumReturnableUnits } from './remaining-units.ts';
import {
  chooseReturnWarehouse,
  computeAnnouncedOrFoundUnits,
  decideReturnAnnouncement,
  decideReturnCancellation,
  decideReturnDisposition,
  decideReturnInspection,
  decideReturnReceipt,
  type OrderReturn,
  type ReturnFinding,
  type ReturnFindingSelector,
  type ReturnLine,
  type ReturnStatus,
  returnStatuses,
  sharedDispositionOfFindings,
} from './return.ts';

const at = Temporal.Instant.from('2026-11-20T17:00:00Z');
const good = 'RTGD-NO-TX';
const damaged = 'RDMG-NO-TX';

function line(given: Partial<ReturnLine> = {}): ReturnLine {
  return {
    line: 1,
    itemNo: 'PIN',
    description: 'Pinot Noir',
    uom: '750',
    shippedStatus: 'GOOD-NO-TX',
    expected: 6,
    inspected: false,
    findings: [],
    ...given,
  };
}

const finding = (given: Partial<ReturnFinding> = {}): ReturnFinding => ({
  line: 1,
  finding: 1,
  quantity: 6,
  status: good,
  ...given,
});

function orderReturn(status: ReturnStatus, lines: ReturnLine[] = [line()]): OrderReturn {
  return {
    customerNo: 'W100',
    returnId: '01990b5e-7c1a-7f3e-9d52-3b8f6a2c4e10',
    rmaNumber: 'RMA-W100-000001',
    orderId: '01990b5e-7c1a-7f3e-9d52-3b8f6a2c4e11',
    orderNo: 'CLB1',
    warehouse: 'APC01',
    status,
    trackingNos: [],
    carrier: 'FEX',
    service: 'GRND',
    announcedAt: at,
    receivedAt: undefined,
    closedAt: undefined,
    lines,
  };
}

function doneOf<T>(outcome: Outcome<T>): T {
  if ('refused' in outcome) throw new Error(outcome.refused.reason);
  return outcome.ok;
}

const allBut = (...statuses: ReturnStatus[]) => returnStatuses.filter((status) => !statuses.includes(status));

describe('announcing', () => {
  const units = (itemNo: string, quantity: number, shippedStatus = 'GOOD-NO-TX') => ({
    itemNo,
    quantity,
    shippedStatus,
  });
  const shipped = (remaining: [string, number, string?][]) => ({
    orderNo: 'CLB1',
    status: 'SHIPPED',
    remaining: sumReturnableUnits(remaining.map((each) => units(...each))),
  });

  test('without lines, everything that is left', () => {
    const remaining = shipped([
      ['PIN', 6],
      ['CAB', 0],
      ['CHA', 1],
    ]);
    const all = [units('PIN', 6), units('CHA', 1)];
    expect(decideReturnAnnouncement(remaining, undefined)).toEqual({ ok: all });
    expect(decideReturnAnnouncement(remaining, [])).toEqual({ ok: all });
  });

  test('lines of one item count together', () => {
    const asked = [1, 2].map((quantity) => ({ itemNo: 'PIN', quantity }));
    expect(decideReturnAnnouncement(shipped([['PIN', 3]]), asked)).toEqual({ ok: [units('PIN', 3)] });
    expect(decideReturnAnnouncement(shipped([['PIN', 2]]), asked)).toMatchObject({
      refused: { faults: [{ field: 'Lines[1].ItemQuantity', code: 'MoreThanShipped' }] },
    });
  });

  test('an item that was shipped from several statuses comes back from the first of which something is left', () => {
    const remaining = shipped([
      ['PIN', 0, 'GOOD-ST-TX'],
      ['PIN', 4, 'GOOD-NO-BD'],
      ['PIN', 3],
    ]);
    const asked = (quantity: number) => decideReturnAnnouncement(remaining, [{ itemNo: 'PIN', quantity }]);
    expect(asked(4)).toEqual({ ok: [units('PIN', 4, 'GOOD-NO-BD')] });
    expect(asked(6)).toEqual({ ok: [units('PIN', 4, 'GOOD-NO-BD'), units('PIN', 2)] });
    expect(decideReturnAnnouncement(remaining, undefined)).toEqual(asked(7));
    expect(asked(8)).toMatchObject({ refused: { faults: [{ code: 'MoreThanShipped' }] } });
  });

  test('more found of one status than was shipped from it leaves less of the others', () => {
    const remaining = shipped([
      ['PIN', -1, 'GOOD-NO-BD'],
      ['PIN', 3],
    ]);
    expect(decideReturnAnnouncement(remaining, undefined)).toEqual({ ok: [units('PIN', 2)] });
  });

  test.each(['RECEIVED', 'ON INV HOLD', 'PROCESSING ORDER', 'CANCELED'])(
    'an order that is %s sends nothing back',
    (status) => {
      expect(decideReturnAnnouncement({ ...shipped([['PIN', 3]]), status }, undefined)).toMatchObject({
        refused: { code: 'StateForbids', reason: expect.stringContaining(status) },
      });
    },
  );
});

test('units count as announced until they are inspected, then as found', () => {
  expect(computeAnnouncedOrFoundUnits(line())).toBe(6);
  expect(computeAnnouncedOrFoundUnits(line({ inspected: true }))).toBe(0);
  expect(
    computeAnnouncedOrFoundUnits(
      line({ inspected: true, findings: [finding({ quantity: 2 }), finding({ quantity: 3 })] }),
    ),
  ).toBe(5);
});

test('only an expected return is received', () => {
  expect(decideReturnReceipt(orderReturn('EXPECTED'), 'COB01', at)).toMatchObject({
    ok: { status: 'RECEIVED', warehouse: 'COB01', receivedAt: at },
  });
  for (const status of allBut('EXPECTED')) {
    expect(decideReturnReceipt(orderReturn(status), 'COB01', at)).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining(status) },
    });
  }
});

test('only an expected return is given up: nothing of it came', () => {
  const given = doneOf(
    decideReturnCancellation(orderReturn('EXPECTED', [line(), line({ line: 2, itemNo: 'CAB' })]), at),
  );
  expect(given).toMatchObject({ status: 'CLOSED', closedAt: at, receivedAt: undefined });
  expect(given.lines.map(computeAnnouncedOrFoundUnits)).toEqual([0, 0]);
  for (const status of allBut('EXPECTED')) {
    expect(decideReturnCancellation(orderReturn(status), at)).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringContaining(status) },
    });
  }
});

describe('inspecting', () => {
  const limits = {
    remaining: sumReturnableUnits([{ itemNo: 'PIN', quantity: 6, shippedStatus: 'GOOD-NO-TX' }]),
    statuses: new Set([good, damaged]),
  };
  const inspect = (before: OrderReturn, ...found: { quantity: number; status: string }[]) =>
    decideReturnInspection(before, [{ line: 1, found }], limits, at);

  test('in the states that have something left to inspect', () => {
    for (const status of allBut('RECEIVED', 'INSPECTING')) {
      expect(inspect(orderReturn(status))).toMatchObject({ refused: { code: 'StateForbids' } });
    }
    const two = [line(), line({ line: 2, itemNo: 'CAB' })];
    expect(inspect(orderReturn('RECEIVED', two), { quantity: 1, status: good })).toMatchObject({
      ok: { status: 'INSPECTING', closedAt: undefined },
    });
    expect(inspect(orderReturn('INSPECTING'), { quantity: 1, status: good })).toMatchObject({
      ok: { status: 'AWAITING DISPOSITION' },
    });
  });

  test('as many as can be, in each condition', () => {
    const found = [
      { quantity: 5, status: good },
      { quantity: 0, status: good },
      { quantity: 1, status: damaged },
    ];
    expect(inspect(orderReturn('RECEIVED'), ...found)).toMatchObject({
      ok: {
        lines: [
          {
            inspected: true,
            findings: [
              { line: 1, finding: 1, quantity: 5 },
              { line: 1, finding: 2, quantity: 1, status: damaged },
            ],
          },
        ],
      },
    });
    expect(
      inspect(orderReturn('RECEIVED'), { quantity: 6, status: good }, { quantity: 1, status: good }),
    ).toMatchObject({
      refused: { faults: [{ code: 'MoreThanShipped' }] },
    });
  });

  test('lines of one item count together', () => {
    const two = orderReturn('RECEIVED', [line({ expected: 3 }), line({ line: 2, expected: 3 })]);
    const inspectBoth = (...quantities: number[]) =>
      decideReturnInspection(
        two,
        quantities.map((quantity, index) => ({ line: index + 1, found: [{ quantity, status: good }] })),
        limits,
        at,
      );
    expect(inspectBoth(4, 2)).toMatchObject({ ok: { status: 'AWAITING DISPOSITION' } });
    expect(inspectBoth(4, 3)).toMatchObject({
      refused: { faults: [{ field: 'Lines[1]', code: 'MoreThanShipped' }] },
    });
  });

  test('an empty box closes the return', () => {
    expect(inspect(orderReturn('RECEIVED'))).toMatchObject({ ok: { status: 'CLOSED', closedAt: at } });
    expect(inspect(orderReturn('RECEIVED'), { quantity: 0, status: good })).toMatchObject({
      ok: { status: 'CLOSED', lines: [{ findings: [] }] },
    });
  });
});

describe('disposing', () => {
  const context = {
    isDamaged: (status: string) => status === damaged,
    reshipOrderId: 'again',
    reshipStatusOf: ({ shippedStatus }: { readonly shippedStatus: string }) => shippedStatus,
  };
  const found = () => [
    line({
      inspected: true,
      findings: [finding({ quantity: 4 }), finding({ finding: 2, quantity: 2, status: damaged })],
    }),
    line({
      line: 2,
      itemNo: 'CAB',
      shippedStatus: 'GOOD-NO-BD',
      inspected: true,
      findings: [finding({ line: 2, quantity: 1 })],
    }),
  ];
  const dispose = (
    order: Partial<Parameters<typeof decideReturnDisposition>[1]>,
    before = orderReturn('AWAITING DISPOSITION', found()),
  ) =>
    decideReturnDisposition(
      before,
      { disposition: 'Return to Inventory', inventoryStatus: undefined, lines: undefined, ...order },
      context,
      at,
    );
  const posted = (outcome: ReturnType<typeof dispose>) =>
    doneOf(outcome).disposed.map(({ disposed }) => disposed.postedStatus);

  test('only what awaits it', () => {
    for (const status of allBut('AWAITING DISPOSITION')) {
      expect(dispose({}, orderReturn(status, found()))).toMatchObject({
        refused: { code: 'StateForbids', reason: expect.stringContaining(status) },
      });
    }
  });

  test('in the status given, else as found; what is reshipped as it had been shipped, unless damaged', () => {
    expect(posted(dispose({}))).toEqual([good, damaged, good]);
    expect(posted(dispose({ disposition: 'Return to Winery' }))).toEqual([good, damaged, good]);
    expect(posted(dispose({ disposition: 'Reship' }))).toEqual(['GOOD-NO-TX', damaged, 'GOOD-NO-BD']);
    expect(posted(dispose({ disposition: 'Reship', inventoryStatus: 'GOOD-LB-TX' }))).toEqual(
      Array.from({ length: 3 }, () => 'GOOD-LB-TX'),
    );
  });

  test('line by line, each once; the last closes', () => {
    const first = dispose({ lines: [{ itemNo: 'PIN' }], disposition: 'Reship' });
    const { after, disposed } = doneOf(first);
    expect(after.status).toBe('AWAITING DISPOSITION');
    expect(disposed.map(({ itemNo, quantity }) => `${quantity} ${itemNo}`)).toEqual(['4 PIN', '2 PIN']);
    expect(sharedDispositionOfFindings(after.lines)).toBeUndefined();
    expect(dispose({ lines: [{ itemNo: 'PIN' }] }, after)).toMatchObject({
      refused: { code: 'StateForbids', reason: expect.stringMatching(/: none of the units that the request names /) },
    });
    expect(dispose({ lines: [{ itemNo: 'NONE' }] }, after)).toMatchObject({
      refused: { faults: [{ field: 'Lines[0].ItemNo', code: 'UnknownLine' }] },
    });
    const last = dispose({ lines: [{ itemNo: 'CAB' }], disposition: 'Reship' }, after);
    expect(last).toMatchObject({ ok: { after: { status: 'CLOSED', closedAt: at } } });
    expect(sharedDispositionOfFindings(doneOf(last).after.lines)).toBe('Reship');
    const broken = dispose({ lines: [{ itemNo: 'PIN', finding: 2 }], disposition: 'Return to Winery' });
    expect(doneOf(broken).disposed).toMatchObject([{ itemNo: 'PIN', finding: 2, status: damaged }]);
    expect(dispose({ lines: [{ itemNo: 'CAB', finding: 2 }] })).toMatchObject({ refused: { code: 'StateForbids' } });
    const mixed = dispose({ lines: [{ itemNo: 'CAB' }] }, after);
    expect(sharedDispositionOfFindings(doneOf(mixed).after.lines)).toBeUndefined();
  });

  test('of several findings of a line, some units of each: the rests are findings of their own', () => {
    const found = [finding({ quantity: 3 }), finding({ finding: 2, quantity: 2, status: damaged })];
    const awaiting = orderReturn('AWAITING DISPOSITION', [line({ inspected: true, findings: found })]);
    const parts = [1, 2].map((nth) => ({ itemNo: 'PIN', finding: nth, quantity: 1 }));
    const { after, split } = doneOf(dispose({ lines: parts }, awaiting));
    expect(split).toEqual([
      finding({ finding: 3, quantity: 2 }),
      finding({ finding: 4, quantity: 1, status: damaged }),
    ]);
    expect(after.lines[0]?.findings.map((each) => each.quantity)).toEqual([1, 1, 2, 1]);
  });

  test('of one item named twice, no more than is there', () => {
    const awaiting = orderReturn('AWAITING DISPOSITION', [line({ inspected: true, findings: [finding()] })]);
    const named = (...quantities: readonly number[]) =>
      dispose({ lines: quantities.map((quantity) => ({ itemNo: 'PIN', quantity })) }, awaiting);
    expect(doneOf(named(4, 2)).disposed).toMatchObject([{ quantity: 6 }]);
    expect(named(4, 4)).toMatchObject({ refused: { faults: [{ field: 'Lines[1].Quantity', code: 'TooMany' }] } });
  });

  test('of an item on several lines, the line that is named', () => {
    const two = [1, 2].map((no) =>
      line({ line: no, inspected: true, findings: [finding({ line: no, quantity: no })] }),
    );
    const disposedOf = (part: ReturnFindingSelector) => {
      const outcome = dispose({ lines: [part] }, orderReturn('AWAITING DISPOSITION', two));
      return doneOf(outcome).disposed.map((each) => each.line);
    };
    expect(disposedOf({ itemNo: 'PIN' })).toEqual([1, 2]);
    expect(disposedOf({ itemNo: 'PIN', line: 2 })).toEqual([2]);
    expect(disposedOf({ itemNo: 'PIN', line: 1, finding: 1 })).toEqual([1]);
  });
});

test('returns go where they were shipped, else to the nearest warehouse that takes them', () => {
  const takes = (code: string) => code !== 'VCX01' && code !== 'WOX01';
  expect(chooseReturnWarehouse('COB01', ['APC01'], takes)).toBe('COB01');
  expect(chooseReturnWarehouse('VCX01', ['VCX01', 'WOX01', 'APC02', 'APC01'], takes)).toBe('APC02');
  expect(chooseReturnWarehouse('VCX01', ['WOX01'], takes)).toBeUndefined();
});
