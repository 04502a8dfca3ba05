import { describe, expect, it } from 'vitest';
import { inventoryStatusCodes, inventoryTaxStatusCodes, warehouseCodes } from '../contract/code-lists.ts';
import { parseTimeZoneSetting as readTimeZone } from '../platform/setting-values.ts';
import {
  defaultCutoffs,
  defaultHolidays,
  defaultHolidaysOfYear,
  defaultInventoryStatuses,
  defaultWarehouses,
} from './defaults.ts';

describe('the default settings', () => {
  it('have the warehouses of the interface', () => {
    expect(defaultWarehouses.map((warehouse) => warehouse.code)).toEqual([...warehouseCodes]);
    for (const { timeZone } of defaultWarehouses) expect(readTimeZone(timeZone)).toEqual({ value: timeZone });
    const withoutReturns = defaultWarehouses.filter((warehouse) => !warehouse.acceptsReturns);
    expect(withoutReturns.map((warehouse) => warehouse.code)).toEqual(['VCX01', 'WOX01']);
  });

  it('have every status of the interface once', () => {
    const codes = defaultInventoryStatuses.map((status) => status.code);
    expect(codes.toSorted()).toEqual([...new Set([...inventoryStatusCodes, ...inventoryTaxStatusCodes])].toSorted());
  });

  it('count GOOD-NO-TX alone as sellable to consumers', () => {
    const sellable = defaultInventoryStatuses.filter((status) => status.sellableToConsumers);
    expect(sellable.map((status) => status.code)).toEqual(['GOOD-NO-TX']);
  });

  it('have taxes paid where they are not in bond', () => {
    for (const status of defaultInventoryStatuses) expect(status.taxPaid).toBe(!status.bonded);
  });

  it('have six holidays a year', () => {
    expect(defaultHolidaysOfYear(2026).map((holiday) => holiday.date)).toEqual([
      '2026-01-01',
      '2026-05-25',
      '2026-07-04',
      '2026-09-07',
      '2026-11-26',
      '2026-12-25',
    ]);
    expect(defaultHolidaysOfYear(2027)[2]?.date).toBe('2027-07-05');
    expect(new Set(defaultHolidays.map((holiday) => holiday.date)).size).toBe(180);
  });

  it('have cutoffs that are times of day', () => {
    for (const cutoff of defaultCutoffs) expect(cutoff.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  });
});
