import { describe, expect, it } from 'vitest';
import { defaultPacking } from '../../test/support/default-packing.ts';
import {
  describePackingSettingsFault,
  type PackingRule,
  type PackingSettings,
  type ShipperBox,
  shippersByFormatOf,
} from './packing-rules.ts';

const withShipper = (change: Partial<ShipperBox> & { readonly code: string }): PackingSettings => {
  const before = defaultPacking.shippers.get(change.code) as ShipperBox;
  return {
    ...defaultPacking,
    shippers: new Map([...defaultPacking.shippers, [change.code, { ...before, ...change }]]),
  };
};
const withRule = (rule: PackingRule): PackingSettings => ({
  ...defaultPacking,
  rules: [...defaultPacking.rules, rule],
});
const napa = (format: PackingRule['format'], ...steps: PackingRule['steps']) =>
  describePackingSettingsFault(withRule({ warehouse: 'APC01', format, steps }));

describe('packing settings', () => {
  it('have no fault at first', () => {
    expect(describePackingSettingsFault(defaultPacking)).toBeUndefined();
  });

  it.each([
    [withShipper({ code: 'S6', isInUse: false }), 'uses shipper S6, which would be retired'],
    [withShipper({ code: 'S6', format: 'magnum' }), 'which is of the format magnum'],
    [withShipper({ code: 'S6', bottles: 4 }), 'packs 6 into shipper S6, which holds 4'],
    [withShipper({ code: 'LX', bottles: 20 }), 'packs pieces of any size into shipper LX, which holds 20'],
    [withShipper({ code: 'LX', takesIcePacks: false }), 'must end with a shipper that takes ice packs'],
    [{ ...defaultPacking, rules: [] }, 'There must be a rule of the format standard'],
  ])('must be able to pack every order: %#', (packing, fault) => {
    expect(describePackingSettingsFault(packing)).toContain(fault);
  });

  it('have steps that hold more and more, in shippers of their format', () => {
    expect(napa('standard', { upTo: 3, shipper: 'S3' }, { upTo: 6, shipper: 'S6' })).toBeUndefined();
    expect(napa('standard', { upTo: 2, shipper: 'S3' }, { upTo: 2, shipper: 'S6' })).toContain('hold more');
    expect(napa('standard', { upTo: 3, shipper: 'S9' })).toContain('"S9", which does not exist');
    expect(napa('standard', { upTo: undefined, shipper: 'S12' })).toContain('needs a number of bottles');
    expect(napa('standard')).toContain('at least one step');
    expect(napa('large', { upTo: 4, shipper: 'L4' })).toContain('must end with a step for any size');
  });

  it('of a warehouse replace those of all for the format, and ice packs leave out what takes none', () => {
    const packing = { ...withShipper({ code: 'S3', takesIcePacks: false }) };
    const steps = [
      { upTo: 3, shipper: 'S3' },
      { upTo: 6, shipper: 'S6' },
    ];
    const rules = [...packing.rules, { warehouse: 'APC01', format: 'standard' as const, steps }];
    const codes = (warehouse: string, icePack: boolean) =>
      shippersByFormatOf({ ...packing, rules }, warehouse, icePack).standard.map(({ shipper }) => shipper.code);
    expect(codes('APC01', false)).toEqual(['S3', 'S6']);
    expect(codes('APC01', true)).toEqual(['S6']);
    expect(codes('TWL01', true)).toEqual(['S1', 'S2', 'S6', 'S12']);
  });
});
