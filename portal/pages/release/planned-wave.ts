/** A wave that a release would create, of orders that are packed alike. */
import type { CarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';

export type PlannedWave = ReplyOf<'/api/Floor/ReleasePreview'>['Waves'][number];

export const waveRowKey = ({ Carrier, Service, IcePack, OneBottle }: PlannedWave): string =>
  [Carrier, Service, IcePack, OneBottle].join(' ');

export function plannedWaveName({ Carrier, Service, IcePack, OneBottle }: PlannedWave, names: CarrierNames): string {
  const carrier = `${names.carrierName(Carrier)} ${names.addedServiceName(Carrier, Service)}`.trim() || 'No carrier';
  return [carrier, ...(IcePack ? ['ice pack'] : []), ...(OneBottle ? ['one bottle'] : [])].join(', ');
}
