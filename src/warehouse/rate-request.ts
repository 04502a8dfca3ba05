/** Builds rate requests, for simulated and real carriers (decision 26). Pure. */

import { standardizeAddress } from '../addresses/index.ts';
import {
  type CarrierAddress,
  computeDeliveryDate,
  type HolidayDateSet,
  type RateRequest,
  type ShipmentRequest,
  toCarrierAndService,
} from '../carriers/index.ts';
import type { CarrierServiceCode } from '../contract/code-lists.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { parseUsDate } from '../lib/dates.ts';
import type { CarrierRule } from '../operator-settings/index.ts';
import type { LeanOrderDetails, OrderDetails, SalesOrder } from '../sales-orders/index.ts';
import { shipToAddressOf } from './ship-to.ts';

export interface RateRequestInput {
  /** The order with the service that it requested, which may promise a date. */
  readonly order: Pick<SalesOrder, 'orderType' | 'service' | 'icePack'>;
  readonly details: OrderDetails | undefined;
  /** The carrier and service to request: the order's own, or those of its first package once chosen. */
  readonly carrierService: { readonly carrier: string; readonly service: string };
  readonly warehouse: Warehouse;
  readonly size: RateRequest['size'];
  readonly shipDate: Temporal.PlainDate;
  readonly holidays: HolidayDateSet;
  readonly rules: readonly CarrierRule[];
}

/** The rate request of one package: the destination, the operator's rules and the latest delivery date. */
export function buildRateRequest(
  asking: RateRequestInput,
): RateRequest & Pick<ShipmentRequest, 'to' | 'holdAtLocation'> {
  const { order, details, carrierService, warehouse, size, shipDate, holidays, rules } = asking;
  return {
    requested: toCarrierAndService(carrierService),
    from: { zipCode: warehouse.zip },
    to: toCarrierDestination(order, details),
    holdAtLocation: details?.holdLocation?.locationCode ?? '',
    size,
    shipDate,
    knownTransit: warehouse.knownTransit,
    holidays,
    deliverBy: computeDeliverByDate(order, details, shipDate, holidays),
    icePack: order.icePack === 1,
    rules,
  };
}

/**
 * The destination of an order's packages, as carriers get it: with standardized codes of state and country, which are
 * the only ones that they accept. The street is not standardized.
 */
export function toCarrierDestination(
  { orderType }: Pick<SalesOrder, 'orderType'>,
  details: LeanOrderDetails | undefined,
): CarrierAddress {
  const to = shipToAddressOf(details, orderType);
  const { state, country } = standardizeAddress({ ...to, streetLines: [] });
  const name = to.contact || to.name;
  const company = to.name === name ? (to.company ?? '') : to.name;
  return {
    name,
    company: company === name ? '' : company,
    street: to.address,
    street2: to.address2,
    city: to.city,
    state,
    zipCode: to.zipCode,
    country,
    phone: details?.recipient.phoneNumber ?? '',
    email: details?.recipient.emailAddress ?? '',
  };
}

/** The key of `AdditionalFields` with the requested delivery date. */
export const deliverByFieldName = 'RequestedDeliveryDate';

/** Guaranteed working days of air services; other services guarantee none. */
const promisedDays: Readonly<Record<string, number>> = { ONPR: 1, ONST: 1, '2DAY': 2, INPR: 3 };

/**
 * The latest delivery date of an order (decision 26): the one in its `AdditionalFields`, else the guaranteed date of
 * its service, counted from the ship date. Undefined when it has neither.
 */
export function computeDeliverByDate(
  { service }: Pick<SalesOrder, 'service'>,
  details: Pick<OrderDetails, 'additionalFields'> | undefined,
  shipDate: Temporal.PlainDate,
  holidays: HolidayDateSet,
): Temporal.PlainDate | undefined {
  const named = details?.additionalFields?.[deliverByFieldName];
  const day = typeof named === 'string' ? parseUsDate(named) : undefined;
  if (day !== undefined) return day;
  const days = promisedDays[service];
  return days === undefined ? undefined : computeDeliveryDate(service as CarrierServiceCode, shipDate, days, holidays);
}
