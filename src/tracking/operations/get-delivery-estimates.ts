/** POST /api/Tracking/GetDeliveryEstimates (interface: Commerce, Limits; decisions 9 and 27). */

import Type, { type Static } from 'typebox';
import {
  describeAddressWarnings,
  isPostOfficeBox,
  militaryAddressMessage,
  type PostalAddress,
  parseDeliveryEstimateDestination,
  standardizeAddress,
  streetsOnlyMessage,
} from '../../addresses/index.ts';
import {
  carrierNames,
  computeDeliveryEstimates,
  type DeliveryEstimate,
  formatCarrierServiceName,
  toHolidayDateSet,
  toTransitRequest,
} from '../../carriers/index.ts';
import { Address, type AddressFields } from '../../contract/address.ts';
import { textOrNumberField, transactionReferenceField } from '../../contract/fields.ts';
import { defaultCutoffTime } from '../../contract/operator-settings.ts';
import { readWarehousesWithSellableStock } from '../../inventory/index.ts';
import { assertPresent, invariant } from '../../lib/assert.ts';
import { formatInstant, formatUsDate } from '../../lib/dates.ts';
import {
  defaultCutoffs,
  defaultHolidays,
  defaultWarehouses,
  readOperatorSettings,
} from '../../operator-settings/index.ts';
import { readCustomerClock } from '../../platform/clock.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { rankWarehousesByNearness } from '../../sales-orders/index.ts';
import { quoteTransit } from '../quote-transit.ts';

const request = Type.Object({
  ClientReferenceCode: Type.Optional(
    textOrNumberField("The caller's own reference of the request.", { minLength: 1, maxLength: 36 }),
  ),
  DeliveryAddress: Address,
  DeliveryEstimateRange: Type.Integer({
    description: 'Number of ship dates: working days of the warehouse with a cutoff that is still open.',
    minimum: 1,
    maximum: 30,
    default: 1,
  }),
});

const DeliveryEstimateOption = Type.Object(
  {
    ShippingCarrier: Type.String({ description: 'FEX or UPS.' }),
    ShippingCarrierService: Type.String({ description: 'Carrier service code.' }),
    ServiceDescription: Type.String({
      description: "The carrier's name of the service, such as FedEx 2Day, FedEx Home Delivery or UPS 2nd Day Air.",
    }),
    ShipFromWarehouse: Type.String({ description: 'Warehouse code.' }),
    ShipDate: Type.String({ description: 'Ship date, MM/DD/YYYY.' }),
    CutoffDateTime: Type.String({ description: 'Orders placed until then ship on that date; ISO 8601 with offset.' }),
    EstimatedDeliveryDate: Type.String({ description: 'Delivery date, MM/DD/YYYY.' }),
    TransitDays: Type.Integer({ description: 'Working days of the carrier.' }),
    IsSaturdayDelivery: Type.Boolean({ description: 'Whether the delivery date is a Saturday.' }),
    DeliveryDateEstimate: Type.String({
      description: 'EstimatedDeliveryDate, under the name that existing clients read.',
    }),
    ShipmentDate: Type.String({ description: 'ShipDate, under the name that existing clients read.' }),
    CutoffTime: Type.String({ description: 'CutoffDateTime, under the name that existing clients read.' }),
    ShippingWarehouse: Type.String({ description: 'ShipFromWarehouse, under the name that existing clients read.' }),
    ShippingOptions: Type.Array(
      Type.Object(
        {
          Carrier: Type.String({ description: 'ShippingCarrier.' }),
          Service: Type.String({ description: 'ShippingCarrierService.' }),
        },
        { title: 'ShippingOption' },
      ),
      { description: 'The carrier and service of this estimate, in the form that existing clients read.' },
    ),
  },
  { title: 'DeliveryEstimateOption' },
);

const reply = Type.Object(
  {
    TransactionReferenceNumber: transactionReferenceField('Reference of this request.'),
    DeliveryAddress: Type.Object(
      {
        StreetLines: Type.Array(Type.String(), { description: 'Street lines.' }),
        City: Type.String({ description: 'City.' }),
        State: Type.String({ description: 'State, 2 letters.' }),
        ZipCode: Type.String({ description: 'ZIP code.' }),
        Country: Type.String({ description: 'Country, 2 letters.' }),
      },
      { description: 'The standardized address.' },
    ),
    DeliveryEstimateOptions: Type.Array(DeliveryEstimateOption, {
      description: 'By ship date, then by carrier. None for a military address.',
    }),
    Messages: Type.Array(Type.String(), { description: 'Warnings and notes, in sentences.' }),
  },
  { title: 'GetDeliveryEstimatesReply' },
);

function givenAddress(address: AddressFields): PostalAddress {
  const { StreetLines = [], City = '', State = '', ZipCode = '', Country = '' } = address;
  return { streetLines: StreetLines, city: City, state: State, zipCode: ZipCode, country: Country };
}

function addressFaults(address: AddressFields | undefined): Fault[] {
  // Reported by the schema.
  if (address === undefined) return [];
  const found = parseDeliveryEstimateDestination(givenAddress(address));
  return 'faults' in found ? found.faults.map(inAddress) : [];
}

function inAddress({ unless = [], ...fault }: Fault): Fault {
  const path = (field: string) => `DeliveryAddress.${field}`;
  return { ...fault, field: path(fault.field), unless: unless.map(path) };
}

function estimateOption(
  estimate: DeliveryEstimate,
  warehouse: { code: string; timeZone: string },
): Static<typeof DeliveryEstimateOption> {
  const { carrier, service } = estimate;
  const shipDate = formatUsDate(estimate.shipDate);
  const cutoff = formatInstant(estimate.cutoff, warehouse.timeZone);
  const deliveryDate = formatUsDate(estimate.deliveryDate);
  return {
    ShippingCarrier: carrier,
    ShippingCarrierService: service,
    ServiceDescription: `${carrierNames[carrier]} ${formatCarrierServiceName(estimate)}`,
    ShipFromWarehouse: warehouse.code,
    ShipDate: shipDate,
    CutoffDateTime: cutoff,
    EstimatedDeliveryDate: deliveryDate,
    TransitDays: estimate.transitDays,
    IsSaturdayDelivery: estimate.isSaturdayDelivery,
    DeliveryDateEstimate: deliveryDate,
    ShipmentDate: shipDate,
    CutoffTime: cutoff,
    ShippingWarehouse: warehouse.code,
    ShippingOptions: [{ Carrier: carrier, Service: service }],
  };
}

function standardized(address: PostalAddress): Static<typeof reply>['DeliveryAddress'] {
  const { streetLines, city, state, zipCode, country } = standardizeAddress(address);
  return { StreetLines: [...streetLines], City: city, State: state, ZipCode: zipCode, Country: country };
}

/** Warnings about the address that do not prevent estimates, including that it is a post office box. */
function warningsOf({ streetLines, ...place }: PostalAddress): string[] {
  const isBox = isPostOfficeBox(streetLines);
  return [
    ...describeAddressWarnings('delivery address', place),
    ...(isBox ? [`This is a post office box: ${streetsOnlyMessage}.`] : []),
  ];
}

const example: Static<typeof reply> = {
  TransactionReferenceNumber: '019a7c2e-4a6b-7c3d-9e10-2f3a4b5c6d7e',
  DeliveryAddress: {
    StreetLines: ['100 MAIN ST'],
    City: 'DENVER',
    State: 'CO',
    ZipCode: '80202',
    Country: 'US',
  },
  DeliveryEstimateOptions: [
    {
      ShippingCarrier: 'FEX',
      ShippingCarrierService: 'GRND',
      ServiceDescription: 'FedEx Ground',
      ShipFromWarehouse: 'APC01',
      ShipDate: '11/18/2026',
      CutoffDateTime: '2026-11-18T14:00:00-08:00',
      EstimatedDeliveryDate: '11/23/2026',
      TransitDays: 3,
      IsSaturdayDelivery: false,
      DeliveryDateEstimate: '11/23/2026',
      ShipmentDate: '11/18/2026',
      CutoffTime: '2026-11-18T14:00:00-08:00',
      ShippingWarehouse: 'APC01',
      ShippingOptions: [{ Carrier: 'FEX', Service: 'GRND' }],
    },
  ],
  Messages: [],
};

/** A warehouse without cutoffs of its own has the default cutoff, as its orders have (decision 27). */
const cutoffsByDefault = defaultCutoffs.map((cutoff) => ({ ...cutoff, time: defaultCutoffTime }));

/** The mock ships from the first warehouse of a new installation, at a fixed time. */
const mockWarehouse = assertPresent(defaultWarehouses[0], 'a warehouse of a new installation');
const mockNow = Temporal.Instant.from('2026-11-18T10:00:00-08:00');

function exampleFor({ DeliveryAddress, DeliveryEstimateRange }: Static<typeof request>): Static<typeof reply> {
  const address = givenAddress(DeliveryAddress);
  const found = parseDeliveryEstimateDestination(address);
  invariant('destination' in found, 'the request was not validated');
  const base = { ...example, DeliveryAddress: standardized(address) };
  if (found.destination.isMilitary) return { ...base, DeliveryEstimateOptions: [], Messages: [militaryAddressMessage] };
  const estimates = computeDeliveryEstimates({
    warehouse: mockWarehouse,
    cutoffs: cutoffsByDefault,
    holidays: toHolidayDateSet(defaultHolidays),
    destinationZip: found.destination.zip,
    now: mockNow,
    shipDateCount: DeliveryEstimateRange,
  });
  return {
    ...base,
    DeliveryEstimateOptions: estimates.map((estimate) => estimateOption(estimate, mockWarehouse)),
    Messages: warningsOf(address),
  };
}

export const getDeliveryEstimatesOperation = defineQuery({
  path: '/api/Tracking/GetDeliveryEstimates',
  waitsForCarrier: true,
  tag: 'Commerce',
  summary: 'Get delivery estimates',
  description: [
    'Returns estimates for each of the next ship dates and each service of FEX and UPS whose cutoff is still open: cutoff, ship date, delivery date, transit days. Weekends and holidays of the warehouse and of the carrier are skipped.',
    '',
    "Packages ship from one warehouse: the nearest one with sellable stock of the customer, else the nearest. Dates follow the customer's clock.",
    '',
    "Transit days come from the operator's transit table; else from the carrier, when one is connected; else from the distance. When the carrier does not respond in time, estimates are by distance and `Messages` says so.",
    '',
    'Estimates are approximate and may change. Territories count as United States; other countries are rejected. A military address has no estimates, and `Messages` says why.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: {
    ClientReferenceCode: 'cart-1001',
    DeliveryAddress: {
      StreetLines: ['100 Main Street'],
      City: 'Denver',
      State: 'CO',
      ZipCode: '80202',
      Country: 'US',
    },
    DeliveryEstimateRange: 1,
  },
  reply: {
    status: 200,
    description: 'The estimates.',
    schema: reply,
    example,
    exampleFor,
  },
  errors: {
    400: 'A field is invalid, the country is not the United States, or the location of the address is unknown or inconsistent (`ValidationFailed`).',
  },
  check: (requested) => addressFaults(requested.DeliveryAddress),
  execute: async ({ environment, caller: { customerNo }, request: requested, context: { reference: transaction } }) => {
    const address = givenAddress(requested.DeliveryAddress);
    const found = parseDeliveryEstimateDestination(address);
    invariant('destination' in found, 'the request was not validated');
    const { destination } = found;
    const base = { TransactionReferenceNumber: transaction, DeliveryAddress: standardized(address) };
    if (destination.isMilitary) {
      return { ...base, DeliveryEstimateOptions: [], Messages: [militaryAddressMessage] };
    }
    const { db } = environment;
    const operator = await readOperatorSettings(db);
    const stocked = await readWarehousesWithSellableStock(db, operator, customerNo);
    const nearest = rankWarehousesByNearness(operator.warehouses, destination.zip);
    const warehouse = operator.warehouses.get(nearest.find((code) => stocked.has(code)) ?? nearest[0] ?? '');
    if (warehouse === undefined) return { ...base, DeliveryEstimateOptions: [], Messages: ['There is no warehouse.'] };
    const question = {
      warehouse,
      cutoffs: operator.cutoffs.get(warehouse.code) ?? cutoffsByDefault,
      holidays: toHolidayDateSet(operator.holidays),
      destinationZip: destination.zip,
      now: await readCustomerClock(db, customerNo),
      shipDateCount: requested.DeliveryEstimateRange,
    };
    const { quoted, messages } = await quoteTransit(environment, toTransitRequest(question));
    return {
      ...base,
      DeliveryEstimateOptions: computeDeliveryEstimates(question, quoted).map((estimate) =>
        estimateOption(estimate, warehouse),
      ),
      Messages: [...warningsOf(address), ...messages],
    };
  },
});
