/** Creates or changes a schedule of releases. An empty field means every order. */
import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import { codeOptions, useCarrierNames } from '../../api/carriers.ts';
import { call, type RequestOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ChoiceField, FieldRow, FirstField, TextField } from '../../design/fields.tsx';
import { formatTimestamp } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import { WorkingDays } from '../../design/working-days.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { type Schedule, type WaveBy, waveByOptions } from './schedule-words.ts';

type Request = RequestOf<'/api/Floor/SetSchedule'>;

interface ScheduleDialogProps {
  /** The worked warehouses. */
  readonly warehouses: readonly string[];
  /** The warehouse that is chosen at first. */
  readonly warehouse: string;
  /** Undefined for a new one. */
  readonly schedule?: Schedule;
  readonly onClose: () => void;
}

const times = [
  { value: 'time', label: 'At a time' },
  { value: 'cutoff', label: 'Before a cutoff' },
] as const;

type When = (typeof times)[number]['value'];
type YesNo = 'any' | 'yes' | 'no';

const iceOptions = [
  { value: 'any', label: 'With and without' },
  { value: 'yes', label: 'Only with' },
  { value: 'no', label: 'Only without' },
];
const bottleOptions = [
  { value: 'any', label: 'Any' },
  { value: 'yes', label: 'One' },
  { value: 'no', label: 'More' },
];

const choiceOf = (value: boolean | undefined): YesNo => (value === undefined ? 'any' : value ? 'yes' : 'no');

const maxMinutes = 720;

export function ScheduleDialog({ warehouses, warehouse: first, schedule, onClose }: ScheduleDialogProps) {
  const [name, setName] = useState(schedule?.Name ?? '');
  const [warehouse, setWarehouse] = useState(first);
  const { time, fields: timeFields } = useTime(schedule);
  const [days, setDays] = useState<readonly number[]>(schedule?.Days ?? [1, 2, 3, 4, 5]);
  const { filters, fields: filterFields } = useFilters(schedule);
  const [waveBy, setWaveBy] = useState<string[]>([...(schedule?.WaveBy ?? ['Carrier', 'Service'])]);
  const version = useListedVersion(
    schedule,
    '/api/Floor/ListSchedules',
    {},
    (row) => row.Schedule === schedule?.Schedule,
  );
  const run = async (): Promise<void> => {
    const request: Request = {
      ...(schedule && { Schedule: schedule.Schedule }),
      Warehouse: warehouse,
      Name: name.trim(),
      ...time,
      Days: [...days],
      ...filters,
      WaveBy: waveBy as WaveBy[],
    };
    const saved = await version.send((expected) =>
      call('/api/Floor/SetSchedule', { ...request, ...(schedule && expected) }),
    );
    const next = saved.NextRunAt === '' ? 'it never runs on these days' : `it runs ${formatTimestamp(saved.NextRunAt)}`;
    notify(`${saved.Name} is set: ${next}.`);
    onClose();
  };
  return (
    <Confirm
      title={schedule === undefined ? 'New schedule' : `Change ${schedule.Name}`}
      action={schedule === undefined ? 'Add schedule' : 'Save'}
      size={640}
      isDisabled={name.trim() === '' || warehouse === '' || days.length === 0 || time === undefined}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Releases what waits and matches, once on each of these days on which the warehouse works. Wineries can no longer
        change or cancel these orders.
        {schedule !== undefined &&
          warehouse !== schedule.Warehouse &&
          ` Waves that it has released at ${schedule.Warehouse} stay there.`}
      </p>
      <FieldRow>
        <FirstField label="Name" placeholder="FedEx noon" maxLength={60} value={name} onChange={setName} />
        <ChoiceField
          label="Warehouse"
          options={warehouses.includes(first) ? warehouses : [...warehouses, first]}
          value={warehouse}
          onChange={setWarehouse}
        />
      </FieldRow>
      {timeFields}
      <WorkingDays legend="Days" value={days} onChange={setDays} />
      {filterFields}
      <MultiSelect
        label="Waves of their own by"
        placeholder={waveBy.length === 0 ? 'One wave of all' : ''}
        data={[...waveByOptions]}
        value={waveBy}
        onChange={setWaveBy}
        hidePickedOptions
      />
      <ReplacementNote version={version} />
    </Confirm>
  );
}

/** When the schedule runs; `time` is undefined while it is not complete. */
function useTime(schedule: Schedule | undefined) {
  const names = useCarrierNames();
  const [when, setWhen] = useState<When>(schedule?.BeforeCutoff ? 'cutoff' : 'time');
  const [clock, setClock] = useState(schedule?.Time ?? '12:00');
  const [minutes, setMinutes] = useState(String(schedule?.BeforeCutoff?.Minutes ?? 60));
  const [carrier, setCarrier] = useState<string>(schedule?.BeforeCutoff?.Carrier ?? 'FEX');
  const [service, setService] = useState<string>(schedule?.BeforeCutoff?.Service ?? 'GRND');
  const before = Number(minutes);
  const isComplete =
    when === 'time'
      ? /^\d\d:\d\d$/.test(clock)
      : minutes !== '' && Number.isInteger(before) && before >= 0 && before <= maxMinutes;
  const BeforeCutoff = { Carrier: carrier, Service: service, Minutes: before } as NonNullable<Request['BeforeCutoff']>;
  const time = when === 'time' ? { Time: clock } : { BeforeCutoff };
  const fields = (
    <>
      <FieldRow>
        <ChoiceField label="Runs" options={times} value={when} onChange={setWhen} />
        {when === 'time' ? (
          <TextField type="time" label="Time at the warehouse" value={clock} onChange={setClock} />
        ) : (
          <TextField
            type="number"
            min={0}
            max={maxMinutes}
            label="Minutes before"
            value={minutes}
            onChange={setMinutes}
          />
        )}
      </FieldRow>
      {when === 'cutoff' && (
        <FieldRow>
          <ChoiceField
            label="Cutoff of carrier"
            options={codeOptions(names.carriers.filter(({ Code }) => Code !== 'BSW'))}
            value={carrier}
            onChange={setCarrier}
          />
          <ChoiceField
            label="Cutoff of service"
            options={codeOptions(names.services.filter(({ Code }) => Code !== 'NONE'))}
            value={service}
            onChange={setService}
          />
        </FieldRow>
      )}
    </>
  );
  return { time: isComplete ? time : undefined, fields };
}

/** Which orders the schedule releases. */
function useFilters(schedule: Schedule | undefined) {
  const names = useCarrierNames();
  const [carriers, setCarriers] = useState<string[]>([...(schedule?.Carriers ?? [])]);
  const [services, setServices] = useState<string[]>([...(schedule?.Services ?? [])]);
  const [ice, setIce] = useState(choiceOf(schedule?.IcePack));
  const [bottles, setBottles] = useState(choiceOf(schedule?.OneBottle));
  const [wineries, setWineries] = useState((schedule?.Customers ?? []).join(', '));
  const customers = splitCommaSeparated(wineries.replaceAll(/\s+/g, ','));
  const filters = {
    ...(customers.length > 0 && { Customers: customers }),
    ...(carriers.length > 0 && { Carriers: carriers as NonNullable<Request['Carriers']> }),
    ...(services.length > 0 && { Services: services }),
    ...(ice !== 'any' && { IcePack: ice === 'yes' }),
    ...(bottles !== 'any' && { OneBottle: bottles === 'yes' }),
  };
  const fields = (
    <>
      <FieldRow>
        <MultiSelect
          label="Only carriers"
          placeholder={carriers.length === 0 ? 'All' : ''}
          data={codeOptions(names.carriers)}
          value={carriers}
          onChange={setCarriers}
          searchable
          hidePickedOptions
          maxDropdownHeight={220}
        />
        <MultiSelect
          label="Only services"
          placeholder={services.length === 0 ? 'All' : ''}
          data={codeOptions(names.services)}
          value={services}
          onChange={setServices}
          searchable
          hidePickedOptions
          maxDropdownHeight={220}
        />
      </FieldRow>
      <FieldRow>
        <ChoiceField label="Ice packs" options={iceOptions} value={ice} onChange={setIce} />
        <ChoiceField label="Bottles" options={bottleOptions} value={bottles} onChange={setBottles} />
        <TextField label="Only wineries" placeholder="All" autoComplete="off" value={wineries} onChange={setWineries} />
      </FieldRow>
    </>
  );
  return { filters, fields };
}
