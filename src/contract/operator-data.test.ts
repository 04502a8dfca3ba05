import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../lib/dates.ts';
import { inventoryStatusCodes, inventoryTaxStatusCodes, warehouseCodes } from './code-lists.ts';
import {
  defaultCutoffs,
  defaultHolidays,
  defaultInventoryStatuses,
  defaultWarehouses,
  holidaysOf,
} from './operator-data.ts';

describe('operator data', () => {
  it('has the warehouses of the interface', () => {
    expect(defaultWarehouses.map((warehouse) => warehouse.code)).toEqual([...warehouseCodes]);
    for (const { timeZone } of defaultWarehouses) expect(isTimeZone(timeZone)).toBe(true);
    const withoutReturns = defaultWarehouses.filter((warehouse) => !warehouse.acceptsReturns);
    expect(withoutReturns.map((warehouse) => warehouse.code)).toEqual(['VCX01', 'WOX01']);
  });

  it('has every status of the interface once', () => {
    const codes = defaultInventoryStatuses.map((status) => status.code);
    expect(codes.toSorted()).toEqual([...new Set([...inventoryStatusCodes, ...inventoryTaxStatusCodes])].toSorted());
  });

  it('lets consumer orders draw GOOD-NO-TX alone', () => {
    const drawn = defaultInventoryStatuses.filter((status) => status.drawnByConsumerOrders);
    expect(drawn.map((status) => status.code)).toEqual(['GOOD-NO-TX']);
  });

  it('sells nothing returned or damaged, and bonded stock to wholesale only', () => {
    for (const status of defaultInventoryStatuses) {
      if (status.returned || status.damaged) expect(status.sellable).toBe('none');
      else expect(status.sellable).toBe(status.bonded ? 'wholesale' : 'all');
      expect(status.taxPaid).toBe(!status.bonded);
    }
  });

  it('knows the holidays', () => {
    expect(holidaysOf(2026).map((holiday) => holiday.date)).toEqual([
      '2026-01-01',
      '2026-05-25',
      '2026-07-04',
      '2026-09-07',
      '2026-11-26',
      '2026-12-25',
    ]);
    expect(holidaysOf(2027)[2]?.date).toBe('2027-07-05');
    expect(new Set(defaultHolidays.map((holiday) => holiday.date)).size).toBe(180);
  });

  it('has cutoffs that are times of day', () => {
    for (const cutoff of defaultCutoffs) expect(cutoff.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  });
});
