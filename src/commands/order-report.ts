/** The output of `dray order show`. Pure. */
import { isWillCallCarrier } from '../carriers/index.ts';
import { formatUsDate, formatUsDateTime } from '../lib/dates.ts';
import { truncate } from '../lib/text.ts';
import { orderDetailsRecord } from '../order-index/index.ts';
import type { StoredDueWork } from '../platform/due-work-store.ts';
import type { LoggedEvent } from '../platform/log.ts';
import {
  type Hold,
  holdReleaseRuleOf,
  type OrderDetails,
  type OrderLine,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { hasLeft, isLivePackage, type Package } from '../warehouse/index.ts';

/** An order with everything that `dray order show` prints, read on one snapshot. */
export interface OrderReport {
  readonly order: SalesOrder;
  /** Undefined when its personal data has been erased. */
  readonly details: OrderDetails | undefined;
  readonly holds: readonly Hold[];
  readonly packages: readonly Package[];
  readonly scheduled: readonly StoredDueWork[];
  /** Oldest first. */
  readonly timeline: readonly LoggedEvent[];
  readonly timeZone: string;
  /** Whether people work in the warehouse of the order: they release it when it is due. */
  readonly isInWorkedWarehouse: boolean;
}

/** The order in several lines, for people. */
export function formatOrderReport(shown: OrderReport): string {
  const { order, packages, timeline } = shown;
  const key = order.shipmentKey === '' ? '' : `, ShipmentKey ${order.shipmentKey}`;
  return [
    `Order ${order.orderNo}${key} of ${order.customerNo}: ${order.status}`,
    row('reference', order.orderId),
    row('type', order.orderType),
    row('accepted', at(shown, order.acceptedAt)),
    row('ship to', recipientOf(shown)),
    ...pickupPlaceOf(shown).map((place) => row('pick up at', place)),
    row('ship from', order.warehouse === '' ? 'no warehouse chosen yet' : order.warehouse),
    row('carrier', `${order.carrier} ${order.service}`.trim()),
    ...(order.requestedShipDate === undefined ? [] : [row('ship date', formatUsDate(order.requestedShipDate))]),
    ...(order.batchId === '' ? [] : [row('batch', order.batchId)]),
    ...sentTexts(shown).map((text) => row('sent', text)),
    ...additionalFieldsText(shown.details?.additionalFields).map((text) => row('fields', text)),
    '',
    'Items',
    ...order.lines.flatMap((line) => [
      `  ${String(line.units).padStart(6)}  ${line.itemNo}  ${line.description}${lineNote(line)}`,
      ...passedThroughText(line).map((text) => `          ${text}`),
    ]),
    ...(order.lines.length === 0 ? ['  none'] : []),
    '',
    'Why it has this status',
    ...reasons(shown).map((reason) => `  ${reason}`),
    ...(packages.length === 0 ? [] : ['', 'Packages', ...packages.map(packageText)]),
    '',
    'Timeline',
    ...timeline.map((event) => `  ${at(shown, event.occurredAt)}  ${eventText(event)}`),
    '',
  ].join('\n');
}

const row = (name: string, value: string): string => `  ${name.padEnd(10)} ${value}`;

const at = ({ timeZone }: OrderReport, time: Temporal.Instant): string => formatUsDateTime(time, timeZone);

function recipientOf({ details }: OrderReport): string {
  if (details === undefined) return 'personal data erased';
  const { company, firstName, lastName, address, address2, city, state, zipCode, country } = details.recipient;
  const place = `${city}, ${state} ${zipCode}`.trim();
  const parts = [company, `${firstName} ${lastName}`.trim(), address, address2, place, country];
  return parts.filter((part) => part !== '' && part !== ',').join(', ');
}

/** What the winery sent with the order for people to read, by field; undefined when it was erased. */
const sentFieldsOf = ({ order, details, timeZone }: OrderReport) =>
  details && { ...orderDetailsRecord(order, details, timeZone), SpecialInstructions: details.specialInstructions };

/** Where the recipient picks the order up; [] when it is delivered. */
function pickupPlaceOf(shown: OrderReport): string[] {
  const { carrier, warehouse } = shown.order;
  if (isWillCallCarrier(carrier)) return [warehouse === '' ? 'a warehouse that is not chosen yet' : warehouse];
  const lines = sentFieldsOf(shown)?.PickupLocation ?? [];
  return lines.length === 0 ? [] : [lines.join(', ')];
}

/** The fields that the winery sent: short ones together, then each text of its own. */
function sentTexts(shown: OrderReport): string[] {
  const sent = sentFieldsOf(shown);
  if (sent === undefined) return [];
  const { PONo, OrderSource, OrderDate, Tags, IcePack, Insurance, GiftCardMessage, SpecialInstructions } = sent;
  const named = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]));
  const short = [
    ...named({ PONo, OrderSource, OrderDate, Tags: Tags.join(';') }),
    ...(IcePack ? ['IcePack'] : []),
    ...(Insurance ? ['Insurance'] : []),
  ];
  return [...(short.length === 0 ? [] : [short.join(', ')]), ...named({ GiftCardMessage, SpecialInstructions })];
}

const lineNote = ({ storage, shortUnits = 0 }: OrderLine): string =>
  `${storage === 'service' ? '' : `  (${storage}: no stock here)`}${shortUnits > 0 ? `  (${shortUnits} short)` : ''}`;

const maxAdditionalFieldsLength = 500;

/** As JSON, because they may have any depth; long ones are cut off, `--json` has all. */
const additionalFieldsText = (fields: OrderDetails['additionalFields']): string[] =>
  fields === undefined ? [] : [`AdditionalFields ${truncate(JSON.stringify(fields), maxAdditionalFieldsLength)}`];

/** The fields of a line that Dray stores and decides nothing by, as far as the winery sent them. */
const passedThrough = ({ externalLineNumber, group, parentItemNo }: OrderLine): [name: string, value: string][] =>
  Object.entries({ ExternalLineNumber: externalLineNumber, Group: group, ParentItemNo: parentItemNo }).flatMap(
    ([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]),
  );

function passedThroughText(line: OrderLine): string[] {
  const fields = passedThrough(line).map(([name, value]) => `${name} ${value}`);
  return [...(fields.length === 0 ? [] : [fields.join(', ')]), ...additionalFieldsText(line.additionalFields)];
}

/** Why the order has its status, and what happens next. */
function reasons(shown: OrderReport): string[] {
  const { order, holds, packages } = shown;
  if (holds.length > 0) return holds.map((hold) => `${hold.reason} hold: ${hold.description}${endOf(hold)}`);
  const next = nextStep(shown);
  switch (order.status) {
    case 'RECEIVED':
      return [`It has no hold. ${next ?? awaitedPersonOf(shown) ?? 'Nothing is scheduled: run dray verify.'}`];
    case 'PROCESSING ORDER':
      return [`Work on it has started. ${next ?? 'It waits for the warehouse or the carrier.'}`];
    case 'CANCELED':
      return ['It is canceled; its stock was released.'];
    case 'SHIPPED':
      return [packages.length === 0 ? 'It needed no package.' : `${departureOf(packages)} ${next ?? ''}`.trim()];
    default:
      return [next ?? 'Nothing is scheduled.'];
  }
}

/** What a person does to start an order that is due; undefined when it starts by itself. */
function awaitedPersonOf({ order, isInWorkedWarehouse }: OrderReport): string | undefined {
  if (order.orderType === 'JIT') return 'It waits for the scan of its JIT label.';
  return isInWorkedWarehouse ? `It waits for its release in ${order.warehouse}.` : undefined;
}

function departureOf(packages: readonly Package[]): string {
  const live = packages.filter(isLivePackage);
  const left = live.filter(hasLeft).length;
  if (left === live.length) return 'All its packages have left.';
  return `${left} of its ${live.length} packages ${left === 1 ? 'has' : 'have'} left; the carrier has not scanned the others.`;
}

const stepNames: Readonly<Record<string, string>> = { 'sales_order.process': 'Its processing' };

function nextStep(shown: OrderReport): string | undefined {
  const [first] = shown.scheduled;
  if (first === undefined) return undefined;
  const tries = first.attempts === 0 ? '' : ` after ${first.attempts} failed attempts (see the server's log)`;
  return `${stepNames[first.step] ?? `The step ${first.step}`} is due ${at(shown, first.dueAt)}${tries}.`;
}

/** How the operator ends a hold, where the description does not include it. */
function endOf(hold: Hold): string {
  const { by } = holdReleaseRuleOf(hold);
  if (by === 'person after a warning') return ' [once checked: dray hold end --hold address]';
  if (by !== 'person') return '';
  if (hold.reason === 'Winery') return ' [dray hold end --hold winery]';
  return hold.owner === 'operator' ? ' [dray hold end]' : ' [to try again: dray hold end]';
}

function packageText({ packageNo, carrier, service, trackingNo, status, weightLb }: Package): string {
  const tracking = trackingNo === '' ? '' : `  ${trackingNo}`;
  return `  ${String(packageNo).padStart(6)}  ${carrier} ${service}${tracking}  ${status}  ${weightLb} lb`;
}

function eventText({ kind, operation, actor, data }: LoggedEvent): string {
  const { because, note, status } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const causeAndNote = [because, note].filter((part) => typeof part === 'string').join(': ');
  const after = typeof status === 'string' ? ` -> ${status}` : '';
  return `${kind}${after}${causeAndNote === '' ? '' : `: ${causeAndNote}`} (${operation} by ${actor})`;
}

/** The order as one object, for programs. */
export function toOrderReportJson(shown: OrderReport): object {
  const { order, holds, packages, scheduled, timeline } = shown;
  return {
    CustomerNo: order.customerNo,
    OrderNo: order.orderNo,
    ShipmentKey: order.shipmentKey,
    TransactionReferenceNumber: order.orderId,
    OrderType: order.orderType,
    Status: order.status,
    AcceptedAt: order.acceptedAt.toString(),
    Recipient: recipientOf(shown),
    Warehouse: order.warehouse,
    ShippingCarrier: order.carrier,
    ShippingCarrierService: order.service,
    RequestedShipmentDate: order.requestedShipDate === undefined ? '' : formatUsDate(order.requestedShipDate),
    ...sentFieldsOf(shown),
    Items: order.lines.map((line) => ({
      Line: line.line,
      ItemNo: line.itemNo,
      Units: line.units,
      InventoryStatus: line.status,
      ...Object.fromEntries(passedThrough(line)),
      ...(line.additionalFields && { AdditionalFields: line.additionalFields }),
    })),
    Reasons: reasons(shown),
    Holds: holds.map(({ reason, owner, cause, description, endsAt }) => ({
      HoldReason: reason,
      Owner: owner,
      Cause: cause,
      HoldReasonDescription: description,
      EndsAt: endsAt?.toString() ?? '',
    })),
    Packages: packages.map((each) => ({
      PackageNo: each.packageNo,
      ShippingCarrier: each.carrier,
      ShippingCarrierService: each.service,
      TrackingNo: each.trackingNo,
      Status: each.status,
    })),
    Scheduled: scheduled.map(({ step, dueAt, attempts }) => ({
      Step: step,
      DueAt: dueAt.toString(),
      Attempts: attempts,
    })),
    Timeline: timeline.map(({ kind, occurredAt, operation, actor, reference, data }) => ({
      Kind: kind,
      OccurredAt: occurredAt.toString(),
      Operation: operation,
      Actor: actor,
      TransactionReferenceNumber: reference,
      Data: data ?? {},
    })),
  };
}
