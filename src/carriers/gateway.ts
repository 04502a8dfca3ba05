/**
 * The carrier gateway: the interface to real carriers. The simulated carriers use the same types.
 *
 * A gateway writes no database (`account-gateway.ts` reads its accounts) and is never called inside a transaction. Every
 * call of a carrier has one of three outcomes: `ok`; `refused`, a final rejection by the carrier; or `unclear`, when it is
 * unknown whether the call took effect (timeout, carrier fault, rate limit, malformed response). After an unclear purchase,
 * call `findLabel` before trying again.
 */

import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { TransitDaysLookup } from '../contract/operator-settings.ts';
import { lowercaseUuidPattern } from '../lib/uuid.ts';
import type { CarrierRule } from '../operator-settings/index.ts';
import type { HolidayDateSet } from './calendar.ts';
import type { CarrierAndService } from './codes.ts';
import type { CarrierScan } from './status-after-scan.ts';

export interface CarrierMessage {
  /** The carrier's code, such as `ADDRESS.VERIFY.FAILURE`; '' when there is none. */
  readonly code: string;
  readonly text: string;
}

export type CarrierResult<Data> =
  | { readonly outcome: 'ok'; readonly data: Data; readonly messages: readonly CarrierMessage[] }
  /** A final rejection: the same request would be rejected again. */
  | {
      readonly outcome: 'refused';
      readonly because: CarrierRefusalCause;
      readonly messages: readonly CarrierMessage[];
    }
  /** The request may or may not have taken effect. */
  | {
      readonly outcome: 'unclear';
      readonly messages: readonly CarrierMessage[];
      /** The carrier's `Retry-After`; absent when it gave none. */
      readonly retryAfterSeconds?: number;
    };

/** `rate`: the rate has expired; a new shipment gets a new one. */
export type CarrierRefusalCause = 'address' | 'service' | 'rate' | 'request';

/** A postal address. Absent parts are ''. */
export interface CarrierAddress {
  readonly name: string;
  readonly company: string;
  readonly street: string;
  readonly street2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  /** `US` for the United States and its territories; for others as the order has it, in capitals. */
  readonly country: string;
  readonly phone: string;
  readonly email: string;
}

interface PackageSize {
  readonly weightLb: number;
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
}

/** Origin, destination and ship date: the inputs of a delivery estimate. */
export interface ShipmentRoute {
  readonly from: Pick<CarrierAddress, 'zipCode'>;
  readonly to: Pick<CarrierAddress, 'zipCode' | 'country'>;
  readonly shipDate: Temporal.PlainDate;
  /** The operator's transit table for this origin. */
  readonly knownTransit: TransitDaysLookup | undefined;
  /** Days on which carriers do not work. */
  readonly holidays: HolidayDateSet;
}

/** The inputs of the choice of a rate. */
export interface RateRequest extends ShipmentRoute {
  /** For BSW, `rules` choose carrier and service. */
  readonly requested: CarrierAndService;
  readonly to: Pick<CarrierAddress, 'zipCode' | 'country' | 'state'>;
  readonly size: PackageSize;
  /**
   * The date that is requested, or that the service guarantees; undefined for none. A later arrival is chosen only when no rate is in time.
   */
  readonly deliverBy: Temporal.PlainDate | undefined;
  readonly icePack: boolean;
  readonly rules: readonly CarrierRule[];
}

/** One package to ship. */
export interface ShipmentRequest extends RateRequest {
  /** Our code of the warehouse that it leaves. */
  readonly warehouse: string;
  /** Our permanent reference, which includes the customer; see `formatShipmentReference`. */
  readonly reference: string;
  readonly from: CarrierAddress;
  readonly to: CarrierAddress;
  readonly alcohol: boolean;
  /** Code of the carrier location that holds the package for pickup; '' for none. */
  readonly holdAtLocation: string;
  /** In dollars; 0 for none. */
  readonly insuredValue: number;
  /** The order number, printed on the label. */
  readonly invoiceNo: string;
  /** Additional text for the label, where the carrier has room: the id of a JIT label; '' for none. */
  readonly printed: string;
}

/** A carrier's price for one service. */
export interface CarrierRate extends CarrierAndService {
  /** The carrier's id of the rate. */
  readonly rateId: string;
  /** In dollars, as a decimal: `5.93`. */
  readonly price: string;
  readonly transitDays: number | undefined;
  readonly deliveryDate: Temporal.PlainDate | undefined;
}

/** A shipment that exists at the carrier and is not paid for. */
export interface RatedShipment {
  readonly shipmentId: string;
  /** The code of the account that it was made through; absent from a gateway of a single account. */
  readonly through?: string;
  readonly chosen: CarrierRate;
}

export interface LabelPurchaseRequest {
  readonly shipmentId: string;
  readonly rateId: string;
  readonly reference: string;
  /** In dollars; 0 for none. */
  readonly insuredValue: number;
  /** The account that the shipment was made through. */
  readonly through?: string;
}

/** A label that was paid for, once per shipment. */
export interface BoughtLabel {
  readonly shipmentId: string;
  readonly trackingNo: string;
  /** The carrier's id of the account that paid; '' when there is none. */
  readonly account: string;
  /**
   * The purchased service in our codes: several when the carrier's service maps to several of ours (cold chain uses the
   * same services), empty when it maps to none. See `serviceOfBoughtLabel`.
   */
  readonly services: readonly CarrierAndService[];
  /** In dollars. */
  readonly price: string;
  /** URL of the label document; '' when there is none. */
  readonly labelUrl: string;
  readonly trackingUrl: string;
}

/** State of one of our shipments at the carrier, and the account that has it. */
export type LabelLookupResult = LabelState & { readonly through?: string };

type LabelState =
  | { readonly state: 'none' }
  /** Known to the carrier and not paid for. */
  | { readonly state: 'unbought'; readonly shipmentId: string; readonly reference: string }
  /** Paid for; a refund was requested, or made when it is decided. */
  | { readonly state: 'refunded'; readonly shipmentId: string; readonly reference: string; readonly isDecided: boolean }
  /** `isRefundRejected`: a refund was requested, and the carrier has rejected it since. */
  | {
      readonly state: 'bought';
      readonly label: BoughtLabel;
      readonly reference: string;
      readonly isRefundRejected?: true;
    };

/** A document that a carrier scans once to accept all packages on it. */
export interface ScanForm {
  readonly formId: string;
  readonly status: 'creating' | 'created' | 'failed';
  /** Why it failed; '' when there is nothing to say. */
  readonly message: string;
  /** URL of the document; '' until it is created. */
  readonly url: string;
}

/** A carrier's tracking report for one package. */
export interface TrackingReport {
  /** '' when the report has none. */
  readonly shipmentId: string;
  /** Our reference; '' when the report has none. */
  readonly reference: string;
  readonly trackingNo: string;
  /** Oldest first. A scan with an unknown status has a code that is not in `carrierScanCodes`. */
  readonly scans: readonly CarrierScan[];
  readonly estimatedDeliveryDate: Temporal.PlainDate | undefined;
}

/** A webhook event: about a package, or about something else, which is ignored. */
export type CarrierWebhookEvent =
  | { readonly kind: 'tracking'; readonly eventId: string; readonly report: TrackingReport }
  | { readonly kind: 'other'; readonly eventId: string; readonly name: string };

export interface RawCarrierWebhook {
  /** The unparsed request body. */
  readonly body: Buffer;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** An account whose secret fits a webhook event; `customerNo` is '' for one of all customers. */
export interface SigningCarrierAccount {
  readonly code: string;
  readonly customerNo: string;
}

/**
 * `through`: the accounts whose secret fits, several where they have the same; absent from a gateway of a single account.
 * `forged`: the signature is missing or wrong. `malformed`: the signature is valid but the event cannot be parsed,
 * which is logged as an error.
 */
export type ParsedCarrierWebhook =
  | { readonly event: CarrierWebhookEvent; readonly through?: readonly SigningCarrierAccount[] }
  | { readonly fault: 'forged' | 'malformed' };

export interface VerifiedAddress {
  readonly deliverable: boolean;
  readonly standardized: CarrierAddress;
  readonly residential: boolean | undefined;
}

export interface TransitRequest {
  readonly fromZip: string;
  readonly toZip: string;
  /** The operator's transit table for this origin. Simulated carriers use it; real ones ignore it. */
  readonly knownTransit?: TransitDaysLookup;
  readonly shipDate: Temporal.PlainDate;
  readonly services: readonly CarrierAndService[];
}

export interface TransitEstimate extends CarrierAndService {
  /** As counted by the carrier: EasyPost includes weekends and holidays, and reports the 90th percentile. */
  readonly transitDays: number;
  readonly deliveryDate: Temporal.PlainDate;
}

/**
 * The interface to carriers: rates, labels, scan forms, webhooks, addresses and transit times. Simulated carriers have only the last
 * two. The account `through` is the one that a shipment or form was made with; gateways of a single account ignore it.
 */
export interface CarrierGateway {
  /** Creates a shipment at the carrier and chooses a rate. Free of charge; every call creates another shipment. */
  rateAndChoose(request: ShipmentRequest): Promise<CarrierResult<RatedShipment>>;
  /** Buys the label. Idempotent per shipment: a repeated call returns the same label. */
  buyLabel(purchase: LabelPurchaseRequest): Promise<CarrierResult<BoughtLabel>>;
  /** Looks up a shipment by the carrier's id when known, else by our reference. */
  findLabel(name: {
    readonly shipmentId?: string;
    readonly reference: string;
    readonly through?: string;
  }): Promise<CarrierResult<LabelLookupResult>>;
  /**
   * Requests a refund for an unused label. From then on `findLabel` reports `refunded`, unless the carrier rejects the refund, which may
   * take it weeks, or has nothing to refund; then a message says so.
   */
  voidLabel(
    shipmentId: string,
    through?: string,
  ): Promise<CarrierResult<{ readonly status: string; readonly isDecided: boolean }>>;
  /** What the carrier knows about the package of a bought shipment; undefined when it does not track it. */
  readTracking(shipmentId: string, through?: string): Promise<CarrierResult<TrackingReport | undefined>>;
  /** Whether the carrier makes scan forms, of any account or of that one. Calls no carrier. */
  hasScanForms(carrier: string, through?: string): boolean;
  /** Requests a form of bought shipments of one origin and one account. Refused when one of them is on a form already. */
  createScanForm(shipmentIds: readonly string[], through?: string): Promise<CarrierResult<ScanForm>>;
  parseScanForm(formId: string, through?: string): Promise<CarrierResult<ScanForm>>;
  /** The form that a shipment is on; undefined when it is on none. */
  findScanForm(shipmentId: string, through?: string): Promise<CarrierResult<{ readonly formId: string | undefined }>>;
  /** Verifies the signature over the raw body in constant time, and parses the event. Calls no carrier. */
  parseWebhook(raw: RawCarrierWebhook): ParsedCarrierWebhook;
  verifyAddress(address: CarrierAddress): Promise<CarrierResult<VerifiedAddress>>;
  estimateTransit(request: TransitRequest): Promise<CarrierResult<readonly TransitEstimate[]>>;
}

export const okCarrierResult = <Data>(data: Data, messages: readonly CarrierMessage[] = []): CarrierResult<Data> => ({
  outcome: 'ok',
  data,
  messages,
});

export const unclearCarrierResult = (code: string, text: string, retryAfterSeconds?: number): CarrierResult<never> => ({
  outcome: 'unclear',
  messages: [{ code, text }],
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

export const refusedCarrierResult = (
  because: CarrierRefusalCause,
  messages: readonly CarrierMessage[],
): CarrierResult<never> => ({
  outcome: 'refused',
  because,
  messages,
});

/**
 * Our reference for a package at the carrier, in URL-safe characters. It includes the customer number, because webhook
 * events do not name the customer (architecture: Data).
 */
export function formatShipmentReference(customerNo: string, intentId: string): string {
  return `dray.${Buffer.from(customerNo, 'utf8').toString('hex')}.${intentId}`;
}

const shipmentReference = new RegExp(String.raw`^dray\.((?:[0-9a-f]{2})+)\.(${lowercaseUuidPattern})$`);

/** The customer and label intent of a shipment reference; undefined when it is not one of ours. */
export function parseShipmentReference(reference: string): { customerNo: string; intentId: string } | undefined {
  const match = shipmentReference.exec(reference);
  if (!match) return undefined;
  return { customerNo: Buffer.from(match[1] as string, 'hex').toString('utf8'), intentId: match[2] as string };
}

/**
 * The service of a purchased label in our codes: `chosen` when it is among them, else the first of them, else `chosen`.
 */
export function serviceOfBoughtLabel(
  { services }: Pick<BoughtLabel, 'services'>,
  chosen: CarrierAndService,
): CarrierAndService {
  const [first = chosen] = services;
  return (
    services.find((carrierService) => formatCarrierServiceKey(carrierService) === formatCarrierServiceKey(chosen)) ??
    first
  );
}

/** A carrier and service as one text: a map key, also used in messages. */
export const formatCarrierServiceKey = ({
  carrier,
  service,
}: {
  carrier: CarrierCode;
  service: CarrierServiceCode;
}): string => `${carrier} ${service}`;
