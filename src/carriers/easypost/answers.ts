/** What EasyPost answers, in our words. Pure: data and messages come out, and what makes no sense is unclear. */

import { chooseRate } from '../choose-rate.ts';
import {
  type BoughtLabel,
  type CarrierAddress,
  type CarrierAnswer,
  type CarrierMessage,
  done,
  type FoundLabel,
  type Rate,
  type RatedShipment,
  refused,
  type ShipmentRequest,
  type TrackingReport,
  type TransitAnswer,
  type TransitQuestion,
  unclear,
  type VerifiedAddress,
  wayKey,
} from '../gateway.ts';
import { dayOf, type Fields, fieldsOf, listOf, numberOf, textOf } from './fields.ts';
import { type ServiceName, waysOf } from './services.ts';
import { readTracker } from './tracker.ts';

export const senseless = unclear('malformed', 'the answer of the carrier makes no sense');

/**
 * Codes of 422 that say no more than that a carrier behind EasyPost has not answered: it may have happened. (The public
 * errors guide lists the codes; `TIMED_OUT` and `IN_PROGRESS` are known from integrations that are published.)
 */
const openCodes = new Set([
  'SHIPMENT.POSTAGE.NO_RESPONSE',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'REFUND.NO_RESPONSE',
  'ADDRESS.VERIFY.UNAVAILABLE',
  'ADDRESS.VERIFY.UPSTREAM_UNAVAILABLE',
  'PAYMENT_GATEWAY.ERROR',
]);

/**
 * An answer of HTTP 4xx by its body. Address faults have codes of their own, in the error (`ADDRESS.…`) or in its details
 * (`E.…`, as recorded); so have rates that are gone, and what is left open. All else is refused with the carrier's words.
 */
export function readRefusal(code: string, message: string, details: unknown): CarrierAnswer<never> {
  const list = Array.isArray(details) ? details : [];
  const messages: CarrierMessage[] = [
    { code, text: message },
    ...list.map((detail): CarrierMessage => {
      if (typeof detail === 'string') return { code: '', text: detail };
      const fields = fieldsOf(detail);
      const field = textOf(fields, 'field');
      const text = textOf(fields, 'message');
      return { code: textOf(fields, 'code'), text: field === '' ? text : `${field}: ${text}` };
    }),
  ];
  if (openCodes.has(code)) return unclear(code, message);
  const isAddress = messages.some((m) => /^(E\.)?(ADDRESS|HOUSE_NUMBER|STREET|ZIP)\b/.test(m.code));
  if (isAddress) return refused('address', messages);
  if (/^(RATE\b|SHIPMENT\.(RATE\.EXPIRED|MISSING_RATE)\b)/.test(code)) return refused('rate', messages);
  return refused(/^SHIPMENT\.(POSTAGE|RATES?)\b/.test(code) ? 'service' : 'request', messages);
}

/** The rates of a shipment that are ways of ours, as many as there are names for them. */
export function readRates(shipment: Fields, serviceNames: readonly ServiceName[]): Rate[] {
  return listOf(shipment, 'rates').flatMap((rate) => {
    const rateId = textOf(rate, 'id');
    const price = numberOf(rate, 'rate');
    if (rateId === '' || price === undefined) return [];
    const days = numberOf(rate, 'est_delivery_days') ?? numberOf(rate, 'delivery_days');
    return waysOf(serviceNames, textOf(rate, 'carrier'), textOf(rate, 'service')).map(
      ({ carrier, service }): Rate => ({
        carrier,
        service,
        rateId,
        price: price.toFixed(2),
        transitDays: days,
        deliveryDate: dayOf(rate, 'delivery_date'),
      }),
    );
  });
}

function readMessages(shipment: Fields): CarrierMessage[] {
  return listOf(shipment, 'messages').map((message) => ({
    code: textOf(message, 'type'),
    text: [textOf(message, 'carrier'), textOf(message, 'message')].filter((part) => part !== '').join(': '),
  }));
}

/** A new shipment, with the rate that is to be taken. No rate for what was asked is a refusal with the carriers' words. */
export function readRated(
  body: unknown,
  request: ShipmentRequest,
  serviceNames: readonly ServiceName[],
): CarrierAnswer<RatedShipment> {
  const shipment = fieldsOf(body);
  const shipmentId = textOf(shipment, 'id');
  if (shipment === undefined || shipmentId === '' || !Array.isArray(shipment.rates)) return senseless;
  const messages = readMessages(shipment);
  const rates = readRates(shipment, serviceNames);
  const chosen = chooseRate(rates, request);
  if (chosen !== undefined) return done({ shipmentId, chosen }, messages);
  const { carrier, service } = request.asked;
  return refused('service', [{ code: 'no-rate', text: `no rate for ${carrier} ${service}` }, ...messages]);
}

/** A shipment after it was paid for; unclear where it turns out not to be. */
export function readBought(body: unknown, serviceNames: readonly ServiceName[]): CarrierAnswer<BoughtLabel> {
  const found = readFound(body, serviceNames);
  if (found.outcome !== 'done') return found;
  return found.data.state === 'bought' ? done(found.data.label, found.messages) : senseless;
}

/** A shipment as it stands. It is paid for when it has a label, until that is given back. */
export function readFound(body: unknown, serviceNames: readonly ServiceName[]): CarrierAnswer<FoundLabel> {
  const shipment = fieldsOf(body);
  const shipmentId = textOf(shipment, 'id');
  if (shipment === undefined || shipmentId === '' || !('postage_label' in shipment)) return senseless;
  const reference = textOf(shipment, 'reference');
  if (givenBack.has(textOf(shipment, 'refund_status'))) return done({ state: 'refunded', shipmentId, reference });
  const label = fieldsOf(shipment.postage_label);
  const rate = fieldsOf(shipment.selected_rate);
  if (label === undefined && rate === undefined) return done({ state: 'unbought', shipmentId, reference });
  const trackingNo = textOf(shipment, 'tracking_code');
  const price = numberOf(rate, 'rate');
  if (label === undefined || trackingNo === '' || price === undefined) return senseless;
  const ways = waysOf(serviceNames, textOf(rate, 'carrier'), textOf(rate, 'service'));
  return done(
    {
      state: 'bought',
      reference,
      label: {
        shipmentId,
        trackingNo,
        ways: ways.map(({ carrier, service }) => ({ carrier, service })),
        price: price.toFixed(2),
        labelUrl: textOf(label, 'label_pdf_url') || textOf(label, 'label_url'),
        trackingUrl: textOf(fieldsOf(shipment.tracker), 'public_url'),
      },
    },
    readMessages(shipment),
  );
}

const givenBack = new Set(['submitted', 'refunded', 'queued']);

export function readRefund(body: unknown): CarrierAnswer<{ status: string }> {
  const status = textOf(fieldsOf(body), 'refund_status');
  if (givenBack.has(status)) return done({ status });
  if (status === 'rejected' || status === 'not_applicable') {
    return refused('request', [
      { code: `refund_${status}`, text: `the carrier does not take the label back: ${status}` },
    ]);
  }
  return senseless;
}

export function readTracked(body: unknown): CarrierAnswer<TrackingReport> {
  const report = readTracker(body);
  return report === undefined ? senseless : done(report);
}

/** An address as it was verified. Deliverable is what the carrier's check of the delivery point says. */
export function readVerified(body: unknown): CarrierAnswer<VerifiedAddress> {
  const address = fieldsOf(fieldsOf(body)?.address);
  const verifications = fieldsOf(address?.verifications);
  const delivery = fieldsOf(verifications?.delivery);
  if (address === undefined || typeof delivery?.success !== 'boolean') return senseless;
  const { residential } = address;
  return done(
    {
      deliverable: delivery.success,
      standardised: readAddress(address),
      residential: typeof residential === 'boolean' ? residential : undefined,
    },
    listOf(delivery, 'errors').map((error) => ({ code: textOf(error, 'code'), text: textOf(error, 'message') })),
  );
}

function readAddress(address: Fields): CarrierAddress {
  return {
    name: textOf(address, 'name'),
    company: textOf(address, 'company'),
    street: textOf(address, 'street1'),
    street2: textOf(address, 'street2'),
    city: textOf(address, 'city'),
    state: textOf(address, 'state'),
    zipCode: textOf(address, 'zip'),
    country: textOf(address, 'country'),
    phone: textOf(address, 'phone'),
    email: textOf(address, 'email'),
  };
}

const longestTransitDays = 60;

/**
 * The ways that were asked about and that the carrier has an estimate for. Where several of its services are one way of ours
 * the last to arrive counts: which of them will be bought is not known yet. A day before the ship date, or months
 * after it, says nothing.
 */
export function readTransit(
  body: unknown,
  question: TransitQuestion,
  serviceNames: readonly ServiceName[],
): CarrierAnswer<readonly TransitAnswer[]> {
  const answer = fieldsOf(body);
  if (answer === undefined || !Array.isArray(answer.results)) return senseless;
  const asked = new Set(question.ways.map(wayKey));
  const estimates = listOf(answer, 'results').flatMap((result) => {
    const data = fieldsOf(result.easypost_time_in_transit_data);
    const deliveryDate = dayOf(data, 'easypost_estimated_delivery_date');
    const transitDays = numberOf(fieldsOf(data?.days_in_transit), 'percentile_90');
    if (deliveryDate === undefined || transitDays === undefined) return [];
    const { days } = question.shipDate.until(deliveryDate);
    if (days < 0 || days > longestTransitDays) return [];
    return waysOf(serviceNames, textOf(result, 'carrier'), textOf(result, 'service'))
      .filter((way) => asked.has(wayKey(way)))
      .map(({ carrier, service }): TransitAnswer => ({ carrier, service, transitDays, deliveryDate }));
  });
  const latest = new Map<string, TransitAnswer>();
  for (const estimate of estimates) {
    const other = latest.get(wayKey(estimate));
    const isLater = other === undefined || Temporal.PlainDate.compare(other.deliveryDate, estimate.deliveryDate) < 0;
    if (isLater) latest.set(wayKey(estimate), estimate);
  }
  return done([...latest.values()]);
}
