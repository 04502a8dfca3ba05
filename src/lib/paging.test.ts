import { describe, expect, it } from 'vitest';
import { defaultPagingRules, hasMoreRecords, inventoryStatusPagingRules, parsePageRange } from './paging.ts';

describe('paging', () => {
  it('defaults', () => {
    expect(parsePageRange({})).toEqual({ ok: true, page: { skip: 0, top: 500 } });
    expect(parsePageRange({ skip: null, top: null }, inventoryStatusPagingRules)).toEqual({
      ok: true,
      page: { skip: 0, top: 2500 },
    });
  });

  it('caps Top at 2500 and takes 0 as it is', () => {
    expect(parsePageRange({ skip: 7, top: 2501 })).toEqual({ ok: true, page: { skip: 7, top: 2500 } });
    expect(parsePageRange({ top: 0 })).toEqual({ ok: true, page: { skip: 0, top: 0 } });
  });

  it('turns any Top outside 0 to 2500 into 2500 for GetStatus', () => {
    expect(parsePageRange({ top: -1 }, inventoryStatusPagingRules)).toEqual({ ok: true, page: { skip: 0, top: 2500 } });
    expect(parsePageRange({ top: 1e12 }, inventoryStatusPagingRules)).toEqual({
      ok: true,
      page: { skip: 0, top: 2500 },
    });
  });

  it('names every fault', () => {
    expect(parsePageRange({ skip: -1, top: -1 }, defaultPagingRules)).toEqual({
      ok: false,
      faults: [
        { field: 'Skip', code: 'Minimum', message: 'must be at least 0' },
        { field: 'Top', code: 'Minimum', message: 'must be at least 0' },
      ],
    });
    expect(parsePageRange({ skip: 0.5, top: 1.5 })).toMatchObject({
      ok: false,
      faults: [{ code: 'Type' }, { code: 'Type' }],
    });
  });

  it('knows whether more follows', () => {
    expect(hasMoreRecords({ skip: 0, top: 10 }, 11)).toBe(true);
    expect(hasMoreRecords({ skip: 1, top: 10 }, 11)).toBe(false);
    expect(hasMoreRecords({ skip: 0, top: 0 }, 0)).toBe(false);
  });
});
