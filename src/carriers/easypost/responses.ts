/** Parses EasyPost responses. Pure: returns data and messages; a malformed response is `unclear`. */

import type { JsonObject } from '../../lib/json-object.ts';
import { chooseRate } from '../choose-rate.ts';
import {
  type BoughtLabel,
  type CarrierAddress,
  type CarrierMessage,
  type CarrierRate,
  type CarrierResult,
  formatCarrierServiceKey,
  type LabelLookupResult,
  okCarrierResult,
  type RatedShipment,
  refusedCarrierResult,
  type ScanForm,
  type ShipmentRequest,
  type TransitEstimate,
  type TransitRequest,
  unclearCarrierResult,
  type VerifiedAddress,
} from '../gateway.ts';
import { asJsonObject, readDateField, readNumberField, readObjectListField, readStringField } from './fields.ts';
import { type EasypostServiceMapping, findEasypostServiceMappings } from './services.ts';

/** The result of a reply that cannot be read. */
export const malformedEasypostResponseResult = unclearCarrierResult(
  'malformed',
  'the response of the carrier cannot be parsed',
);

/**
 * Codes that mean a service behind EasyPost did not respond, so the call may have taken effect. From the
 * public errors guide; `TIMED_OUT` and `IN_PROGRESS` from published integrations.
 */
const openCodeList = new Set([
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'REFUND.NO_RESPONSE',
  'ADDRESS.VERIFY.UNAVAILABLE',
  'ADDRESS.VERIFY.UPSTREAM_UNAVAILABLE',
  'PAYMENT_GATEWAY.ERROR',
]);

/**
 * Classifies an HTTP 4xx response by its body. Address errors have their own codes, in the error (`ADDRESS.…`) or in
 * its details (`E.…`, as recorded); so have expired rates and unclear outcomes. Everything else is a refusal with the
 * carrier's messages.
 */
export function parseEasypostErrorResponse(code: string, message: string, details: unknown): CarrierResult<never> {
  const list = Array.isArray(details) ? details : [];
  const messages: CarrierMessage[] = [
    { code, text: message },
    ...list.map((detail): CarrierMessage => {
      if (typeof detail === 'string') return { code: '', text: detail };
      const fields = asJsonObject(detail);
      const field = readStringField(fields, 'field');
      const text = readStringField(fields, 'message');
      return { code: readStringField(fields, 'code'), text: field === '' ? text : `${field}: ${text}` };
    }),
  ];
  if (openCodeList.has(code)) return unclearCarrierResult(code, message);
  const isAddress = messages.some((m) => /^(E\.)?(ADDRESS|HOUSE_NUMBER|STREET|ZIP)\b/.test(m.code));
  if (isAddress) return refusedCarrierResult('address', messages);
  if (/^(RATE\b|SHIPMENT\.(RATE\.EXPIRED|MISSING_RATE)\b)/.test(code)) return refusedCarrierResult('rate', messages);
  return refusedCarrierResult(/^SHIPMENT\.(POSTAGE|RATES?)\b/.test(code) ? 'service' : 'request', messages);
}

/** The rates of a shipment that map to our services: one for each mapping. Of a carrier in `accountIds` only those of that account. */
function parseRates(
  shipment: JsonObject,
  serviceMappings: readonly EasypostServiceMapping[],
  accountIds: ReadonlyMap<string, string> = new Map(),
): CarrierRate[] {
  return readObjectListField(shipment, 'rates').flatMap((rate) => {
    const rateId = readStringField(rate, 'id');
    const price = readNumberField(rate, 'rate');
    if (rateId === '' || price === undefined) return [];
    const days = readNumberField(rate, 'est_delivery_days') ?? readNumberField(rate, 'delivery_days');
    const account = readStringField(rate, 'carrier_account_id');
    const services = findEasypostServiceMappings(
      serviceMappings,
      readStringField(rate, 'carrier'),
      readStringField(rate, 'service'),
    );
    return services
      .filter(({ carrier }) => (accountIds.get(carrier) ?? account) === account)
      .map(
        ({ carrier, service }): CarrierRate => ({
          carrier,
          service,
          rateId,
          price: price.toFixed(2),
          transitDays: days,
          deliveryDate: readDateField(rate, 'delivery_date'),
        }),
      );
  });
}

function parseMessages(shipment: JsonObject): CarrierMessage[] {
  return readObjectListField(shipment, 'messages').map((message) => ({
    code: readStringField(message, 'type'),
    text: [readStringField(message, 'carrier'), readStringField(message, 'message')]
      .filter((part) => part !== '')
      .join(': '),
  }));
}

/**
 * Parses a new shipment and chooses its rate. Of a carrier in `accountIds`, only the rates of that account count. Refused (`service`), with
 * the carriers' messages, when the rules allow none of the rates.
 */
export function parseShipmentAndChooseRate(
  body: unknown,
  request: ShipmentRequest,
  serviceMappings: readonly EasypostServiceMapping[],
  accountIds: ReadonlyMap<string, string>,
): CarrierResult<RatedShipment> {
  const shipment = asJsonObject(body);
  const shipmentId = readStringField(shipment, 'id');
  if (shipment === undefined || shipmentId === '' || !Array.isArray(shipment.rates))
    return malformedEasypostResponseResult;
  const messages = parseMessages(shipment);
  const rates = parseRates(shipment, serviceMappings, accountIds);
  const chosen = chooseRate(rates, request);
  if (chosen !== undefined) return okCarrierResult({ shipmentId, chosen }, messages);
  const { carrier, service } = request.requested;
  return refusedCarrierResult('service', [{ code: 'no-rate', text: `no rate for ${carrier} ${service}` }, ...messages]);
}

/** A shipment after the purchase; unclear when it has no label, or one that is refunded. */
export function parseBoughtLabel(
  body: unknown,
  serviceMappings: readonly EasypostServiceMapping[],
): CarrierResult<BoughtLabel> {
  const found = parseLabelLookup(body, serviceMappings);
  if (found.outcome !== 'ok') return found;
  return found.data.state === 'bought'
    ? okCarrierResult(found.data.label, found.messages)
    : malformedEasypostResponseResult;
}

/** The state of a shipment: bought when it has a label, and no refund is under way or made. */
export function parseLabelLookup(
  body: unknown,
  serviceMappings: readonly EasypostServiceMapping[],
): CarrierResult<LabelLookupResult> {
  const shipment = asJsonObject(body);
  const shipmentId = readStringField(shipment, 'id');
  if (shipment === undefined || shipmentId === '' || !('postage_label' in shipment))
    return malformedEasypostResponseResult;
  const reference = readStringField(shipment, 'reference');
  const refundStatus = readStringField(shipment, 'refund_status');
  if (refundStatuses.has(refundStatus))
    return okCarrierResult({ state: 'refunded', shipmentId, reference, isDecided: refundStatus === madeRefundStatus });
  const label = asJsonObject(shipment.postage_label);
  const rate = asJsonObject(shipment.selected_rate);
  if (label === undefined && rate === undefined) return okCarrierResult({ state: 'unbought', shipmentId, reference });
  const trackingNo = readStringField(shipment, 'tracking_code');
  const price = readNumberField(rate, 'rate');
  if (label === undefined || trackingNo === '' || price === undefined) return malformedEasypostResponseResult;
  const services = findEasypostServiceMappings(
    serviceMappings,
    readStringField(rate, 'carrier'),
    readStringField(rate, 'service'),
  );
  return okCarrierResult(
    {
      state: 'bought',
      reference,
      ...(refundStatus === 'rejected' && { isRefundRejected: true }),
      label: {
        shipmentId,
        trackingNo,
        account: readStringField(rate, 'carrier_account_id'),
        services: services.map(({ carrier, service }) => ({ carrier, service })),
        price: price.toFixed(2),
        labelUrl: readStringField(label, 'label_pdf_url') || readStringField(label, 'label_url'),
        trackingUrl: readStringField(asJsonObject(shipment.tracker), 'public_url'),
      },
    },
    parseMessages(shipment),
  );
}

const formStatuses: readonly string[] = ['creating', 'created', 'failed'] satisfies ScanForm['status'][];

/** The state of a form; a status that is not known makes the reply unclear. */
export function parseScanForm(body: unknown): CarrierResult<ScanForm> {
  const form = asJsonObject(body);
  const formId = readStringField(form, 'id');
  const status = readStringField(form, 'status');
  if (formId === '' || !formStatuses.includes(status)) return malformedEasypostResponseResult;
  return okCarrierResult({
    formId,
    status: status as ScanForm['status'],
    message: readStringField(form, 'message'),
    url: readStringField(form, 'form_url'),
  });
}

/** The id of the scan form that a shipment is on; undefined when it is on none. */
export function parseScanFormIdOfShipment(body: unknown): CarrierResult<{ formId: string | undefined }> {
  const shipment = asJsonObject(body);
  if (readStringField(shipment, 'id') === '' || shipment === undefined || !('scan_form' in shipment))
    return malformedEasypostResponseResult;
  return okCarrierResult({ formId: readStringField(asJsonObject(shipment.scan_form), 'id') || undefined });
}

const madeRefundStatus = 'refunded';
/** The others are not decided: carriers take up to 30 days, by the public guide. */
const refundStatuses = new Set(['submitted', madeRefundStatus, 'queued']);

/**
 * The reply to a refund: under way, decided, or refused when it was rejected. A label with nothing to refund is
 * decided, with a message; another status is `unclear`.
 */
export function parseRefund(body: unknown): CarrierResult<{ status: string; isDecided: boolean }> {
  const status = readStringField(asJsonObject(body), 'refund_status');
  if (refundStatuses.has(status)) return okCarrierResult({ status, isDecided: status === madeRefundStatus });
  // Final, by the public guide: the carrier bills labels when they are scanned.
  if (status === 'not_applicable') {
    const text = 'there is nothing to refund: the carrier charges labels only when they are scanned';
    return okCarrierResult({ status, isDecided: true }, [{ code: '', text }]);
  }
  if (status !== 'rejected') return malformedEasypostResponseResult;
  return refusedCarrierResult('request', [
    { code: 'refund_rejected', text: 'the carrier refused the refund: rejected' },
  ]);
}

/** A verified address; deliverable when the carrier's delivery point check succeeded. */
export function parseVerifiedAddress(body: unknown): CarrierResult<VerifiedAddress> {
  const address = asJsonObject(asJsonObject(body)?.address);
  const verifications = asJsonObject(address?.verifications);
  const delivery = asJsonObject(verifications?.delivery);
  if (address === undefined || typeof delivery?.success !== 'boolean') return malformedEasypostResponseResult;
  const { residential } = address;
  return okCarrierResult(
    {
      deliverable: delivery.success,
      standardized: parseAddress(address),
      residential: typeof residential === 'boolean' ? residential : undefined,
    },
    readObjectListField(delivery, 'errors').map((error) => ({
      code: readStringField(error, 'code'),
      text: readStringField(error, 'message'),
    })),
  );
}

function parseAddress(address: JsonObject): CarrierAddress {
  return {
    name: readStringField(address, 'name'),
    company: readStringField(address, 'company'),
    street: readStringField(address, 'street1'),
    street2: readStringField(address, 'street2'),
    city: readStringField(address, 'city'),
    state: readStringField(address, 'state'),
    zipCode: readStringField(address, 'zip'),
    country: readStringField(address, 'country'),
    phone: readStringField(address, 'phone'),
    email: readStringField(address, 'email'),
  };
}

const maxTransitDays = 60;

/**
 * The carrier's estimates for the requested services. When several of its services map to one of ours, the latest
 * arrival counts, because it is not known which one will be bought. Dates before the ship date or more than 60 days
 * after it are ignored.
 */
export function parseTransitEstimates(
  body: unknown,
  request: TransitRequest,
  serviceMappings: readonly EasypostServiceMapping[],
): CarrierResult<readonly TransitEstimate[]> {
  const response = asJsonObject(body);
  if (response === undefined || !Array.isArray(response.results)) return malformedEasypostResponseResult;
  const requested = new Set(request.services.map(formatCarrierServiceKey));
  const estimates = readObjectListField(response, 'results').flatMap((result) => {
    const data = asJsonObject(result.easypost_time_in_transit_data);
    const deliveryDate = readDateField(data, 'easypost_estimated_delivery_date');
    const transitDays = readNumberField(asJsonObject(data?.days_in_transit), 'percentile_90');
    if (deliveryDate === undefined || transitDays === undefined) return [];
    const { days } = request.shipDate.until(deliveryDate);
    if (days < 0 || days > maxTransitDays) return [];
    return findEasypostServiceMappings(
      serviceMappings,
      readStringField(result, 'carrier'),
      readStringField(result, 'service'),
    )
      .filter((carrierService) => requested.has(formatCarrierServiceKey(carrierService)))
      .map(({ carrier, service }): TransitEstimate => ({ carrier, service, transitDays, deliveryDate }));
  });
  const latestByService = new Map<string, TransitEstimate>();
  for (const estimate of estimates) {
    const other = latestByService.get(formatCarrierServiceKey(estimate));
    const isLater = other === undefined || Temporal.PlainDate.compare(other.deliveryDate, estimate.deliveryDate) < 0;
    if (isLater) latestByService.set(formatCarrierServiceKey(estimate), estimate);
  }
  return okCarrierResult([...latestByService.values()]);
}
