/**
 * What the program asks of carriers, whoever they are: one interface, a sandbox and real ones behind it.
 *
 * A gateway never touches the database and is never called inside a transaction. Every question is answered with what
 * the carrier said: done, refused by the carrier for good, or unclear, when nobody knows yet (no answer in time, a fault
 * of the carrier's, too many requests, an answer that makes no sense). Nothing is guessed: an unclear purchase must be
 * asked about (`findLabel`) before it is tried again.
 */
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { OperatorTransit } from '../contract/operator-data.ts';
import type { CarrierRule } from './best-option.ts';
import type { Holidays } from './calendar.ts';
import type { CarrierAndService } from './codes.ts';
import type { Scan } from './status.ts';

/** A sentence of the carrier's. */
export interface CarrierMessage {
  /** The carrier's own code, `ADDRESS.VERIFY.FAILURE`; '' where it has none. */
  readonly code: string;
  readonly text: string;
}

export type CarrierResult<Data> =
  | { readonly outcome: 'done'; readonly data: Data; readonly messages: readonly CarrierMessage[] }
  /** The carrier said no; asked again it says no again. */
  | {
      readonly outcome: 'refused';
      readonly because: RefusalCause;
      readonly messages: readonly CarrierMessage[];
    }
  /** It may or may not have happened. */
  | {
      readonly outcome: 'unclear';
      readonly messages: readonly CarrierMessage[];
      /** How long the carrier wants us to wait; absent where it does not say. */
      readonly retryAfterSeconds?: number;
    };

/** `rate`: it is no longer to be had at that price; a new shipment finds another one. */
export type RefusalCause = 'address' | 'service' | 'rate' | 'request';

/** A postal address. Absent texts are ''. */
export interface CarrierAddress {
  readonly name: string;
  readonly company: string;
  readonly street: string;
  readonly street2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  /** Two letters. */
  readonly country: string;
  readonly phone: string;
  readonly email: string;
}

export interface PackageSize {
  readonly weightLb: number;
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
}

/** A way to go and when it begins: all that its arrival depends on. */
export interface Trip {
  readonly from: Pick<CarrierAddress, 'zipCode'>;
  readonly to: Pick<CarrierAddress, 'zipCode' | 'country'>;
  readonly shipDate: Temporal.PlainDate;
  /** What the operator knows of the ways from there. */
  readonly knownTransit: OperatorTransit | undefined;
  /** Days on which carriers do not move. */
  readonly holidays: Holidays;
}

/** All that the choice of a carrier and a service depends on. */
export interface RateRequest extends Trip {
  /** BSW: the best way by `rules`. */
  readonly asked: CarrierAndService;
  readonly to: Pick<CarrierAddress, 'zipCode' | 'country' | 'state'>;
  readonly size: PackageSize;
  /** The recipient must have it by then; undefined: no matter. */
  readonly wantedBy: Temporal.PlainDate | undefined;
  readonly icePack: boolean;
  readonly rules: readonly CarrierRule[];
}

/** One package that is to travel. */
export interface ShipmentRequest extends RateRequest {
  /** Ours, for good: carries the customer, and finds the shipment again. See `shipmentReference`. */
  readonly reference: string;
  readonly from: CarrierAddress;
  readonly to: CarrierAddress;
  readonly alcohol: boolean;
  /** A carrier's location that keeps it for the recipient; '' for none. */
  readonly holdAtLocation: string;
  /** In dollars; 0 for none. */
  readonly insuredValue: number;
  /** What is printed on the label for people: the order number. */
  readonly invoiceNo: string;
  /** What else is printed on it, where the carrier has room for it: the name of a JIT label; '' for nothing. */
  readonly printed: string;
}

/** What a carrier takes for one service. */
export interface Rate extends CarrierAndService {
  /** The carrier's name of it. */
  readonly rateId: string;
  /** In dollars, as a decimal: `5.93`. */
  readonly price: string;
  readonly transitDays: number | undefined;
  readonly deliveryDate: Temporal.PlainDate | undefined;
}

/** A shipment that the carrier knows and nothing was paid for. */
export interface RatedShipment {
  readonly shipmentId: string;
  readonly chosen: Rate;
}

export interface LabelPurchase {
  readonly shipmentId: string;
  readonly rateId: string;
  readonly reference: string;
  readonly insuredValue: number;
}

/** A label that was paid for. */
export interface BoughtLabel {
  readonly shipmentId: string;
  readonly trackingNo: string;
  /**
   * What we call the way that was paid for: several where one of the carrier's is several of ours (cold chain goes with
   * the same services), none where it names one that our lists do not have. See `purchasedService`.
   */
  readonly ways: readonly CarrierAndService[];
  /** In dollars. */
  readonly price: string;
  /** Where the carrier keeps the label; '' where it keeps none. */
  readonly labelUrl: string;
  readonly trackingUrl: string;
}

/** What a carrier knows about a shipment of ours. */
export type LabelLookup =
  | { readonly state: 'none' }
  /** Known, nothing paid. */
  | { readonly state: 'unbought'; readonly shipmentId: string; readonly reference: string }
  /** Paid for and given back. */
  | { readonly state: 'refunded'; readonly shipmentId: string; readonly reference: string }
  | { readonly state: 'bought'; readonly label: BoughtLabel; readonly reference: string };

/** What a carrier reports about a package. */
export interface TrackingReport {
  /** '' where the carrier does not know one. */
  readonly shipmentId: string;
  /** Ours; '' where the report does not carry it. */
  readonly reference: string;
  readonly trackingNo: string;
  /** Oldest first. A scan of an unknown status has a code that `scanCodes` does not have. */
  readonly scans: readonly Scan[];
  readonly estimatedDeliveryDate: Temporal.PlainDate | undefined;
}

/** An event that a carrier pushed: about a package, or about something that is not ours to follow. */
export type WebhookEvent =
  | { readonly kind: 'tracking'; readonly eventId: string; readonly report: TrackingReport }
  | { readonly kind: 'other'; readonly eventId: string; readonly name: string };

export interface RawWebhook {
  /** The bytes as they came. */
  readonly body: Buffer;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** `forged`: the signature is missing or wrong. `malformed`: signed, and yet not to be understood: an error to look at. */
export type ParsedWebhook = { readonly event: WebhookEvent } | { readonly fault: 'forged' | 'malformed' };

export interface VerifiedAddress {
  readonly deliverable: boolean;
  readonly standardized: CarrierAddress;
  readonly residential: boolean | undefined;
}

export interface TransitRequest {
  readonly fromZip: string;
  readonly toZip: string;
  /** What the operator knows of the ways from there: simulated carriers keep to it, real ones say what they think. */
  readonly knownTransit?: OperatorTransit;
  readonly shipDate: Temporal.PlainDate;
  readonly ways: readonly CarrierAndService[];
}

export interface TransitEstimate extends CarrierAndService {
  /** As the carrier counts them: EasyPost counts weekends and holidays, and what 90 of 100 packages do not exceed. */
  readonly transitDays: number;
  readonly deliveryDate: Temporal.PlainDate;
}

export interface PickupLocation {
  readonly carrier: CarrierCode;
  readonly locationId: string;
  readonly company: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly miles: number;
}

export interface CarrierGateway {
  readonly name: 'sandbox' | 'easypost';
  /** Makes the shipment known to the carrier and chooses a rate. Costs nothing; again makes another one. */
  rateAndChoose(request: ShipmentRequest): Promise<CarrierResult<RatedShipment>>;
  /** Pays for it. The same shipment again answers the same label: a shipment is paid for at most once. */
  buyLabel(purchase: LabelPurchase): Promise<CarrierResult<BoughtLabel>>;
  /** What became of a shipment, by the carrier's id where it is known, else by our reference. */
  findLabel(name: { readonly shipmentId?: string; readonly reference: string }): Promise<CarrierResult<LabelLookup>>;
  /** Gives a label back that nobody used. Whether it was given back before, `findLabel` tells. */
  voidLabel(shipmentId: string): Promise<CarrierResult<{ readonly status: string }>>;
  track(question: {
    readonly trackingNo: string;
    readonly carrier: CarrierCode;
  }): Promise<CarrierResult<TrackingReport>>;
  /** Checks the signature over the raw bytes, in constant time, and reads the event. Pure. */
  parseWebhook(raw: RawWebhook): ParsedWebhook;
  verifyAddress(address: CarrierAddress): Promise<CarrierResult<VerifiedAddress>>;
  estimateTransit(question: TransitRequest): Promise<CarrierResult<readonly TransitEstimate[]>>;
  findPickupLocations(question: {
    readonly carrier: CarrierCode;
    readonly zipCode: string;
    readonly withinMiles: number;
    readonly most: number;
  }): Promise<CarrierResult<readonly PickupLocation[]>>;
}

export const okResult = <Data>(data: Data, messages: readonly CarrierMessage[] = []): CarrierResult<Data> => ({
  outcome: 'done',
  data,
  messages,
});

export const unclearResult = (code: string, text: string, retryAfterSeconds?: number): CarrierResult<never> => ({
  outcome: 'unclear',
  messages: [{ code, text }],
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

export const refusedResult = (because: RefusalCause, messages: readonly CarrierMessage[]): CarrierResult<never> => ({
  outcome: 'refused',
  because,
  messages,
});

/**
 * The reference under which a carrier knows a package of ours. It carries the customer, because events come without one
 * (architecture: Data), in letters that are safe in a path.
 */
export function shipmentReference(customerNo: string, intentId: string): string {
  return `dray.${Buffer.from(customerNo, 'utf8').toString('hex')}.${intentId}`;
}

/** Whose package a reference names; undefined for what we have not made. */
export function parseShipmentReference(reference: string): { customerNo: string; intentId: string } | undefined {
  const match = /^dray\.((?:[0-9a-f]{2})+)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(reference);
  if (!match) return undefined;
  return { customerNo: Buffer.from(match[1] as string, 'hex').toString('utf8'), intentId: match[2] as string };
}

/** The way of a label, of which `chosen` was to be paid for: that one, unless the carrier names another. */
export function purchasedService({ ways }: Pick<BoughtLabel, 'ways'>, chosen: CarrierAndService): CarrierAndService {
  const [first = chosen] = ways;
  return ways.find((way) => serviceKey(way) === serviceKey(chosen)) ?? first;
}

/** A pair as one text: to tell pairs apart, and for people. */
export const serviceKey = ({ carrier, service }: { carrier: CarrierCode; service: CarrierServiceCode }): string =>
  `${carrier} ${service}`;
