/**
 * What decides how a package travels, as carriers are asked, the simulated ones and the real ones alike (decision 26).
 * Pure.
 */
import { standardAddress } from '../addresses/index.ts';
import { type CarrierRule, deliveryDate, type Holidays, type RateRequest } from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { Warehouse } from '../contract/operator-data.ts';
import { parseDate } from '../lib/dates.ts';
import type { OrderDetails, SalesOrder } from '../sales-orders/index.ts';
import { shipTo } from './ship-to.ts';

/** Of whom and about what is asked. */
export interface RateRequestInput {
  /** As it was ordered. */
  readonly order: Pick<SalesOrder, 'service' | 'icePack'>;
  readonly details: OrderDetails | undefined;
  /** As is asked now: once the first package of an order has its way the others go with it. */
  readonly way: { readonly carrier: string; readonly service: string };
  readonly warehouse: Warehouse;
  readonly size: RateRequest['size'];
  readonly shipDate: Temporal.PlainDate;
  readonly holidays: Holidays;
  readonly rules: readonly CarrierRule[];
}

/** What the gateway is asked for the way of one package (decision 26): standardized codes, the operator’s rules, the day wanted. Pure. */
export function rateRequest(asking: RateRequestInput): RateRequest {
  const { order, details, way, warehouse, size, shipDate, holidays, rules } = asking;
  const to = shipTo(details);
  // Carriers take codes only.
  const { state, country } = standardAddress({ ...to, streetLines: [] });
  return {
    asked: { carrier: way.carrier as CarrierCode, service: way.service as CarrierServiceCode },
    from: { zipCode: warehouse.zip },
    to: { zipCode: to.zipCode, state, country },
    size,
    shipDate,
    knownTransit: warehouse.knownTransit,
    holidays,
    wantedBy: wantedBy(order, details, shipDate, holidays),
    icePack: order.icePack === 1,
    rules,
  };
}

/** The name under which an order says in its `AdditionalFields` by when its recipient wants it. */
export const wantedByField = 'RequestedDeliveryDate';

/** Working days within which a service of the air delivers; all others promise none. */
const promisedDays: Readonly<Record<string, number>> = { ONPR: 1, ONST: 1, '2DAY': 2, INPR: 3 };

/**
 * By when the recipient is to have an order (decision 26): the day that it names, else, where it asks for a service that
 * promises a day, that day, counted from the one on which it ships. Undefined where it says neither.
 */
export function wantedBy(
  { service }: Pick<SalesOrder, 'service'>,
  details: Pick<OrderDetails, 'additionalFields'> | undefined,
  shipDate: Temporal.PlainDate,
  holidays: Holidays,
): Temporal.PlainDate | undefined {
  const named = details?.additionalFields?.[wantedByField];
  const day = typeof named === 'string' ? parseDate(named) : undefined;
  if (day !== undefined) return day;
  const days = promisedDays[service];
  return days === undefined ? undefined : deliveryDate(service as CarrierServiceCode, shipDate, days, holidays);
}
