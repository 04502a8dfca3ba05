/** Schedules of releases in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { carrierCodes, carrierServiceCodes } from '../contract/code-lists.ts';
import { codeField, warehouseCodeField } from '../contract/fields.ts';
import { formatInstant } from '../lib/dates.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import { recordVersionOf } from '../operators/index.ts';
import { releaseRequestFields } from './release-request.ts';
import {
  computeNextReleaseRunTime,
  type ReleaseSchedule,
  type ReleaseScheduleFilter,
  waveAttributes,
} from './release-schedule.ts';

export const releaseScheduleIdField = Type.String({
  format: 'uuid',
  description: '`Schedule` of Floor/ListSchedules.',
});

const { Customers, Carriers, Services, IcePack, OneBottle } = releaseRequestFields;

export const releaseScheduleFields = {
  Warehouse: warehouseCodeField,
  Name: Type.String({ minLength: 1, maxLength: 60, description: 'Its name, which its waves get too.' }),
  Time: Type.Optional(
    Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'The time at the warehouse, HH:mm. Send this or BeforeCutoff.',
    }),
  ),
  BeforeCutoff: Type.Optional(
    Type.Object(
      {
        Carrier: codeField('The carrier.', carrierCodes),
        Service: codeField('The service.', carrierServiceCodes),
        Minutes: Type.Integer({ minimum: 0, maximum: 720, description: 'Minutes before its cutoff.' }),
      },
      { description: 'Minutes before the cutoff of a service at the warehouse, which may change. Send this or Time.' },
    ),
  ),
  Days: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description:
        'The days, 1 Monday to 7 Sunday; absent: all. Days on which the warehouse does not work are left out.',
    }),
  ),
  Customers,
  Carriers,
  Services,
  IcePack,
  OneBottle,
  WaveBy: Type.Optional(
    Type.Array(codeField('An attribute that the orders of a wave have in common.', waveAttributes), {
      maxItems: waveAttributes.length,
      uniqueItems: true,
      description: 'Orders that differ in one of these go into waves of their own; absent or empty: one wave.',
    }),
  ),
};

const ScheduleFields = Type.Object(releaseScheduleFields);

export const ReleaseScheduleRecord = Type.Object(
  {
    Schedule: Type.String({ description: 'Its id.' }),
    ...releaseScheduleFields,
    NextRunAt: Type.String({ description: 'When it releases next; `""` when never, as in an automatic warehouse.' }),
    LastRun: Type.Optional(
      Type.Object({
        At: Type.String({ description: 'When it was due.' }),
        Released: Type.Integer(),
        Bottles: Type.Integer(),
        Waves: Type.Array(Type.Integer(), { description: 'Numbers of its waves.' }),
        Message: Type.String({ description: 'Why it released nothing, or not all that waited; `""` otherwise.' }),
      }),
    ),
    ChangedBy: Type.String(),
    Version: Type.String({ description: 'A hash of its settings, for `ExpectedVersion`.' }),
  },
  { title: 'Schedule' },
);

export const releaseScheduleIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0dd';

export const releaseScheduleRequestExample: Static<typeof ScheduleFields> = {
  Warehouse: 'APC01',
  Name: 'FedEx noon',
  BeforeCutoff: { Carrier: 'FEX', Service: 'GRND', Minutes: 90 },
  Days: [1, 2, 3, 4, 5],
  Carriers: ['FEX'],
  WaveBy: ['Service', 'OneBottle'],
};

export const releaseScheduleExample: Static<typeof ReleaseScheduleRecord> = {
  Schedule: releaseScheduleIdExample,
  ...releaseScheduleRequestExample,
  NextRunAt: '2026-11-19T20:00:00Z',
  LastRun: { At: '2026-11-18T20:00:00Z', Released: 31, Bottles: 102, Waves: [12, 13], Message: '' },
  ChangedBy: 'lee@warehouse.example',
  Version: '7d40e1b86a5c93f2',
};

type ScheduleSettings = Omit<ReleaseSchedule, 'scheduleId' | 'consideredUntil' | 'lastRun' | 'changedBy'>;

/** The settings of a schedule in wire names, as requests, replies and the audit show them. */
export function releaseScheduleSettingsRecord({ warehouse, name, at, days, filter, waveBy }: ScheduleSettings) {
  const when =
    'time' in at
      ? { Time: at.time }
      : { BeforeCutoff: { Carrier: at.carrier, Service: at.service, Minutes: at.minutesBefore } };
  return { Warehouse: warehouse, Name: name, ...when, Days: [...days], ...filter, WaveBy: [...waveBy] } as Static<
    typeof ScheduleFields
  >;
}

/** An edit of a schedule, for `assertRecordVersion`. The version is computed from the settings of the schedule. */
export const toReleaseScheduleVersionCheck = (before: ReleaseSchedule, expected: string | undefined) => ({
  noun: 'schedule',
  subject: before.scheduleId,
  name: `schedule ${before.name}`,
  before: releaseScheduleSettingsRecord(before),
  expected,
});

/** The settings of a request that has one of Time and BeforeCutoff. */
export function toReleaseScheduleSettings(request: Static<typeof ScheduleFields>): ScheduleSettings {
  const { Warehouse, Name, Time: time = '', BeforeCutoff: cutoff, Days = [1, 2, 3, 4, 5, 6, 7], WaveBy = [] } = request;
  const given = Object.entries({
    Customers: request.Customers,
    Carriers: request.Carriers,
    Services: request.Services,
    IcePack: request.IcePack,
    OneBottle: request.OneBottle,
  }).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  return {
    warehouse: Warehouse,
    name: Name,
    days: Days.toSorted((a, b) => a - b),
    waveBy: WaveBy,
    at:
      cutoff === undefined
        ? { time }
        : { carrier: cutoff.Carrier, service: cutoff.Service, minutesBefore: cutoff.Minutes },
    filter: Object.fromEntries(given) as ReleaseScheduleFilter,
  };
}

/** A schedule in a reply. Its next run follows from the present settings. */
export function releaseScheduleRecord(
  schedule: ReleaseSchedule,
  operator: OperatorSettings,
  now: Temporal.Instant,
): Static<typeof ReleaseScheduleRecord> {
  const { lastRun, consideredUntil } = schedule;
  const next = computeNextReleaseRunTime(
    schedule,
    operator,
    Temporal.Instant.compare(consideredUntil, now) > 0 ? consideredUntil : now,
  );
  return {
    Schedule: schedule.scheduleId,
    ...releaseScheduleSettingsRecord(schedule),
    NextRunAt: next === undefined ? '' : formatInstant(next),
    ...(lastRun === undefined ? {} : { LastRun: { ...lastRun, Waves: [...lastRun.Waves] } }),
    ChangedBy: schedule.changedBy,
    Version: recordVersionOf(releaseScheduleSettingsRecord(schedule)),
  };
}
