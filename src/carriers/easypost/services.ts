/** Our carriers and services by the names that EasyPost gives them (decision 8). Pure. */
import type { CarrierCode, CarrierServiceCode } from '../../contract/code-lists.ts';
import type { CarrierAndService } from '../codes.ts';

/** One of EasyPost's ways, and ours. Several of theirs may be one of ours. */
export interface ServiceMapping extends CarrierAndService {
  readonly easypostCarrier: string;
  readonly easypostService: string;
}

const mappingsOf = (
  carrier: CarrierCode,
  easypostCarriers: readonly string[],
  services: readonly (readonly [CarrierServiceCode, ...string[]])[],
): ServiceMapping[] =>
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

// Names of accounts: `FedEx`, `UPS`, `GSO` and `GLS` are the operator's own with the carrier, `FedExDefault` and `UPSDAP` are
// EasyPost's. Seen in the rates of EasyPost's public examples.
const fedex = ['FedEx', 'FedExDefault'];
const ups = ['UPS', 'UPSDAP'];
// The carrier was renamed; both names have one list of services.
const gso = ['GSO', 'GLS'];

// Names of services: EasyPost's public service list (`GET /v2/metadata/carriers`, as recorded in July 2024 by the tests of
// its Node client). Ground to a home is a service of its own at FedEx, and the only ground that it offers there.
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
 * The ways that an account usually has. FCC and TMC travel with FedEx and UPS. LPDS and WST are on no public list: what asks
 * for them is refused, and held with words.
 */
export const defaultServiceMappings: readonly ServiceMapping[] = [
  ...mappingsOf('FEX', fedex, fedexServices),
  ...mappingsOf('FCC', fedex, fedexServices),
  ...mappingsOf('UPS', ups, upsServices),
  ...mappingsOf('TMC', ups, upsServices),
  ...mappingsOf('GSO', gso, gsoServices),
];

/** Ours for a pair of theirs, spelled in any case and with or without separators; none where we have no such way. */
export function servicesFor(
  serviceMappings: readonly ServiceMapping[],
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
