import { describe, expect, test } from 'vitest';
import { carrierStateAfterScan, meaningOfScanCode, type PackageCarrierState } from '../status-after-scan.ts';
import { parseEasypostEvent, parseTracker, scanCodeOfEasypostStatus } from './tracker.ts';

describe('scanCodeOfEasypostStatus', () => {
  test.each([
    ['in_transit', 'received_at_origin_facility', 'PU'],
    ['in_transit', 'departed_facility', 'DP'],
    ['in_transit', 'arrived_at_facility', 'AR'],
    ['in_transit', 'weather_delay', 'DY'],
    ['in_transit', '', 'IT'],
    ['in_transit', 'status_update', 'IT'],
    ['in_transit', 'delivery_exception', 'DE'],
    ['out_for_delivery', '', 'OD'],
    ['available_for_pickup', '', 'RP'],
    ['delivered', '', 'DL'],
    ['return_to_sender', '', 'RS'],
    ['failure', 'damaged', 'DM'],
    ['failure', '', 'DE'],
    ['error', '', 'DE'],
  ])('%s %s is %s', (status, detail, code) => {
    expect(scanCodeOfEasypostStatus(status, detail, false)).toBe(code);
    expect(meaningOfScanCode(code)).toBeDefined();
  });

  test('a returned package is delivered to the shipper', () => {
    expect(scanCodeOfEasypostStatus('delivered', '', true)).toBe('RD');
  });

  test.each(['unknown', 'cancelled', 'teleported', ''])('%j is an unknown code', (status) => {
    const code = scanCodeOfEasypostStatus(status, '', false) as string;
    expect(meaningOfScanCode(code)).toBeUndefined();
    const state: PackageCarrierState = { leg: 0, status: 'SHIPPED', scan: undefined };
    const scan = { leg: 0, at: Temporal.Instant.from('2026-01-01T00:00Z'), code, message: '', location: '' };
    expect(carrierStateAfterScan(state, scan)).toEqual({ outcome: 'unknown', state });
  });

  test('a status before the carrier has the package is ignored', () => {
    expect(scanCodeOfEasypostStatus('pre_transit', 'label_created', false)).toBeUndefined();
  });
});

describe('parseTracker', () => {
  const tracker = (details: unknown, parts: object = {}) => ({
    tracking_code: '1',
    tracking_details: details,
    ...parts,
  });

  test('sorts scans by time and includes their location', () => {
    const report = parseTracker(
      tracker([
        { status: 'delivered', datetime: '2026-01-02T00:00:00Z', tracking_location: { city: 'DENVER', state: 'CO' } },
        { status: 'in_transit', datetime: '2026-01-01T00:00:00Z', tracking_location: { city: null, state: 'NE' } },
      ]),
    );
    expect(report?.scans.map(({ code, location }) => [code, location])).toEqual([
      ['IT', 'NE'],
      ['DL', 'DENVER, CO'],
    ]);
  });

  test('a return is delivered to the shipper', () => {
    const details = [
      { status: 'in_transit', datetime: '2026-01-01T00:00:00Z' },
      { status: 'delivered', datetime: '2026-01-02T00:00:00Z' },
    ];
    const codes = (is_return: unknown) => parseTracker(tracker(details, { is_return }))?.scans.map(({ code }) => code);
    expect(codes(true)).toEqual(['RS', 'RD']);
    for (const no of [false, null, undefined, 'true']) expect(codes(no)).toEqual(['IT', 'DL']);
  });

  test('a package returned to the sender is delivered to the shipper, in any order of details', () => {
    const details = [
      { status: 'delivered', datetime: '2026-01-05T00:00:00Z' },
      { status: 'in_transit', datetime: '2026-01-01T00:00:00Z' },
      { status: 'return_to_sender', datetime: '2026-01-03T00:00:00Z' },
      { status: 'in_transit', status_detail: 'arrived_at_facility', datetime: '2026-01-04T00:00:00Z' },
    ];
    const codes = (details: unknown[]) => parseTracker(tracker(details))?.scans.map(({ code }) => code);
    expect(codes(details)).toEqual(['IT', 'RS', 'RS', 'RD']);
    expect(codes(details.toReversed())).toEqual(['IT', 'RS', 'RS', 'RD']);
    // Returned to the sender after the delivery to the recipient.
    const twice = [...details, { status: 'delivered', datetime: '2026-01-02T00:00:00Z' }];
    expect(codes(twice)).toEqual(['IT', 'DL', 'RS', 'RS', 'RD']);
  });

  test('a scan without a time is unknown', () => {
    const report = parseTracker(tracker([{ status: 'delivered' }], { updated_at: '2026-01-01T00:00:00Z' }));
    expect(report?.scans).toMatchObject([{ code: 'easypost:delivered/no-time' }]);
    expect(parseTracker(tracker([{ status: 'delivered' }]))?.scans).toEqual([]);
  });

  test.each([undefined, null, 'text', [], {}, { tracking_code: 5 }])('%j is not a tracker', (value) => {
    expect(parseTracker(value)).toBeUndefined();
  });

  test.each([tracker(undefined), tracker('x'), tracker([null, 1, []])])('%j has no scans', (value) => {
    expect(parseTracker(value)?.scans).toEqual([]);
  });
});

describe('parseEasypostEvent', () => {
  test('distinguishes tracker events from others', () => {
    expect(
      parseEasypostEvent({ id: 'e', description: 'tracker.updated', result: { tracking_code: '1' } }),
    ).toMatchObject({
      kind: 'tracking',
    });
    expect(parseEasypostEvent({ id: 'e', description: 'refund.successful' })).toEqual({
      kind: 'other',
      eventId: 'e',
      name: 'refund.successful',
    });
    expect(parseEasypostEvent({ id: 'e', description: 'tracker.updated', result: null })).toBeUndefined();
    expect(parseEasypostEvent([])).toBeUndefined();
  });
});
