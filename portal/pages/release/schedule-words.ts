/** Schedules of releases in words. */
import type { CarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { countOf } from '../../design/format.ts';
import { timeOfDay } from '../calendars/calendars-frame.tsx';

export type Schedule = ReplyOf<'/api/Floor/ListSchedules'>['Records'][number];
export type WaveBy = NonNullable<Schedule['WaveBy']>[number];

/** The properties by which orders can be grouped into waves. */
export const waveByOptions: readonly { readonly value: WaveBy; readonly label: string }[] = [
  { value: 'Carrier', label: 'Carrier' },
  { value: 'Service', label: 'Service' },
  { value: 'IcePack', label: 'Ice pack' },
  { value: 'OneBottle', label: 'One bottle' },
];

/** `2:00 PM`, `90 min before FedEx Ground`. */
export function scheduleTimeInWords({ Time, BeforeCutoff }: Schedule, names: CarrierNames): string {
  if (BeforeCutoff === undefined) return timeOfDay(Time ?? '');
  const { Carrier, Service, Minutes } = BeforeCutoff;
  const cutoff = `${names.carrierLabel(Carrier)} ${names.serviceName(Carrier, Service)}`;
  return Minutes === 0 ? `At the cutoff of ${cutoff}` : `${Minutes} min before ${cutoff}`;
}

/** `FedEx, UPS · ice pack · W1001`; `All orders` without a filter. */
export function scheduleFiltersInWords(
  { Customers, Carriers, Services, IcePack, OneBottle }: Schedule,
  names: CarrierNames,
) {
  const parts = [
    (Carriers ?? []).map(names.carrierLabel).join(', '),
    (Services ?? [])
      .map((code) => names.serviceName(Carriers?.length === 1 ? Carriers[0] : undefined, code))
      .join(', '),
    IcePack === undefined ? '' : IcePack ? 'ice pack' : 'no ice pack',
    OneBottle === undefined ? '' : OneBottle ? 'one bottle' : 'more than one bottle',
    (Customers?.length ?? 0) > 3 ? countOf(Customers?.length ?? 0, 'winery', 'wineries') : (Customers ?? []).join(', '),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'All orders' : parts.join(' · ');
}

/** `One wave`, `By service, ice pack`. */
export function waveGroupingInWords({ WaveBy }: Schedule): string {
  const labels = waveByOptions.filter(({ value }) => WaveBy?.includes(value)).map(({ label }) => label.toLowerCase());
  return labels.length === 0 ? 'One wave' : `By ${labels.join(', ')}`;
}
