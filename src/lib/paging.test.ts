import { describe, expect, it } from 'vitest';
import { hasMore, listPaging, statusPaging, toPage } from './paging.ts';

describe('paging', () => {
  it('defaults', () => {
    expect(toPage({})).toEqual({ ok: true, page: { skip: 0, top: 500 } });
    expect(toPage({ skip: null, top: null }, statusPaging)).toEqual({ ok: true, page: { skip: 0, top: 2500 } });
  });

  it('caps Top at 2500 and takes 0 as it is', () => {
    expect(toPage({ skip: 7, top: 2501 })).toEqual({ ok: true, page: { skip: 7, top: 2500 } });
    expect(toPage({ top: 0 })).toEqual({ ok: true, page: { skip: 0, top: 0 } });
  });

  it('turns any Top outside 0 to 2500 into 2500 for GetStatus', () => {
    expect(toPage({ top: -1 }, statusPaging)).toEqual({ ok: true, page: { skip: 0, top: 2500 } });
    expect(toPage({ top: 1e12 }, statusPaging)).toEqual({ ok: true, page: { skip: 0, top: 2500 } });
  });

  it('names every fault', () => {
    expect(toPage({ skip: -1, top: -1 }, listPaging)).toEqual({
      ok: false,
      faults: [
        { field: 'Skip', code: 'Minimum', message: 'must be at least 0' },
        { field: 'Top', code: 'Minimum', message: 'must be at least 0' },
      ],
    });
    expect(toPage({ skip: 0.5, top: 1.5 })).toMatchObject({
      ok: false,
      faults: [{ code: 'Type' }, { code: 'Type' }],
    });
  });

  it('knows whether more follows', () => {
    expect(hasMore({ skip: 0, top: 10 }, 11)).toBe(true);
    expect(hasMore({ skip: 1, top: 10 }, 11)).toBe(false);
    expect(hasMore({ skip: 0, top: 0 }, 0)).toBe(false);
  });
});
