/** Maps EasyPost's carrier and service names to our codes (decision 8). Pure. */
import type { CarrierCode, CarrierServiceCode } from '../../contract/code-lists.ts';
import type { CarrierAndService } from '../codes.ts';

/** A service of EasyPost and our codes for it. Several of theirs may map to one of ours. */
export interface EasypostServiceMapping extends CarrierAndService {
  readonly easypostCarrier: string;
  readonly easypostService: string;
}

const mappingsOf = (
  carrier: CarrierCode,
  easypostCarriers: readonly string[],
  services: readonly (readonly [CarrierServiceCode, ...string[]])[],
): EasypostServiceMapping[] =>
  easypostCarriers.flatMap((easypostCarrier) =>
    services.flatMap(([service, ...easypostServices]) =>
      easypostServices.map((easypostService) => ({
        carrier,
        service,
        easypostCarrier: easypostCarrier,
        easypostService: easypostService,
      })),
    ),
  );

// Account names: `FedEx`, `UPS`, `GSO` and `GLS` are the operator's own accounts, `FedExDefault` and `UPSDAP` are
// EasyPost's. From the rates in EasyPost's public examples.
const fedex = ['FedEx', 'FedExDefault'];
const ups = ['UPS', 'UPSDAP'];
// GSO was renamed to GLS; both names have the same services.
const gso = ['GSO', 'GLS'];

// Service names: EasyPost's public service list (`GET /v2/metadata/carriers`, as recorded in July 2024 by the tests of
// its Node client). FedEx delivers ground to homes only by FedEx Home Delivery, so GRND maps to both.
const fedexServices = [
  ['GRND', 'FEDEX_GROUND', 'GROUND_HOME_DELIVERY'],
  ['HOME', 'GROUND_HOME_DELIVERY'],
  ['2DAY', 'FEDEX_2_DAY'],
  ['ONST', 'STANDARD_OVERNIGHT'],
  ['ONPR', 'PRIORITY_OVERNIGHT'],
  ['INPR', 'INTERNATIONAL_PRIORITY'],
] as const;
const upsServices = [
  ['GRND', 'Ground'],
  ['2DAY', '2ndDayAir'],
  ['ONST', 'NextDayAirSaver'],
  ['ONPR', 'NextDayAir'],
  ['INPR', 'Express'],
] as const;
const gsoServices = [
  ['GRND', 'CaliforniaParcelService', 'Ground'],
  ['ONPR', 'PriorityOvernight'],
] as const;

/**
 * Mappings of a typical account. FCC and TMC use the services of FedEx and UPS. LPDS and WST are on no public list:
 * orders that request them are held, because there is no rate. The hold has the carriers' messages too, if there are any.
 */
export const defaultEasypostServiceMappings: readonly EasypostServiceMapping[] = [
  ...mappingsOf('FEX', fedex, fedexServices),
  ...mappingsOf('FCC', fedex, fedexServices),
  ...mappingsOf('UPS', ups, upsServices),
  ...mappingsOf('TMC', ups, upsServices),
  ...mappingsOf('GSO', gso, gsoServices),
];

/** The mappings of EasyPost's carrier and service to our codes, ignoring case and separators; empty for none. */
export function findEasypostServiceMappings(
  serviceMappings: readonly EasypostServiceMapping[],
  easypostCarrier: string,
  easypostService: string,
) {
  const carrier = plain(easypostCarrier);
  const service = plain(easypostService);
  return serviceMappings.filter(
    (name) => plain(name.easypostCarrier) === carrier && plain(name.easypostService) === service,
  );
}

const plain = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
