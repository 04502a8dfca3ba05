/** What is asked of EasyPost, word for word. Pure: no key, no network. */
import { isTemperatureControlled } from '../codes.ts';
import type { CarrierAddress, LabelPurchase, ShipmentRequest, TransitRequest } from '../gateway.ts';

/** A call of the client. Paths are below the base address. */
export interface CarrierRequest {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly parameters: Record<string, unknown>;
}

/** Signs of a reference that every carrier prints (UPS: 35). A longer one would be cut, and then names nothing. */
const maxReferenceLength = 35;
const ouncesPerPound = 16;
/** What they call a package. */
const packageField = 'parcel';

const post = (path: string, parameters: Record<string, unknown> = {}): CarrierRequest => ({
  method: 'post',
  path,
  parameters,
});
const get = (path: string): CarrierRequest => ({ method: 'get', path, parameters: {} });
/** Names come from outside and stand in a path. */
const encoded = (name: string): string => encodeURIComponent(name);

/** Makes a shipment with its rates; nothing is paid. */
export function createShipment(request: ShipmentRequest): CarrierRequest {
  const { asked, size, alcohol, holdAtLocation, printed } = request;
  return post('shipments', {
    shipment: {
      reference: request.reference,
      from_address: address(request.from),
      to_address: address(request.to),
      [packageField]: {
        length: size.lengthIn,
        width: size.widthIn,
        height: size.heightIn,
        weight: Math.round(size.weightLb * ouncesPerPound * 10) / 10,
      },
      options: {
        label_format: 'PDF',
        label_size: '4x6',
        invoice_number: request.invoiceNo,
        ...(printed === '' || printed.length > maxReferenceLength ? {} : { print_custom_1: printed }),
        label_date: `${request.shipDate}T12:00:00Z`,
        ...(alcohol ? { alcohol: true, delivery_confirmation: 'ADULT_SIGNATURE' } : {}),
        ...(holdAtLocation === '' ? {} : { hold_for_pickup: true }),
        ...(isTemperatureControlled(asked.carrier) ? { handling_instructions: 'Temperature controlled' } : {}),
      },
    },
  });
}

export function buyShipment({ shipmentId, rateId, insuredValue }: LabelPurchase): CarrierRequest {
  return post(`shipments/${encoded(shipmentId)}/buy`, {
    rate: { id: rateId },
    ...(insuredValue > 0 ? { insurance: insuredValue.toFixed(2) } : {}),
  });
}

/** By EasyPost's id or by our reference: its paths take both. */
export const retrieveShipment = (idOrReference: string): CarrierRequest => get(`shipments/${encoded(idOrReference)}`);

export const refundShipment = (shipmentId: string): CarrierRequest => post(`shipments/${encoded(shipmentId)}/refund`);

export const createTracker = (trackingNo: string, easypostCarrier?: string): CarrierRequest =>
  post('trackers', {
    tracker: { tracking_code: trackingNo, ...(easypostCarrier === undefined ? {} : { carrier: easypostCarrier }) },
  });

export const verifyAddress = (asked: CarrierAddress): CarrierRequest =>
  post('addresses/create_and_verify', { address: address(asked) });

/** By zip codes and day: when each carrier's services arrive. */
export function deliverBy(question: TransitRequest, easypostCarriers: readonly string[]): CarrierRequest {
  return post('smartrate/deliver_by', {
    from_zip: question.fromZip,
    to_zip: question.toZip,
    planned_ship_date: question.shipDate.toString(),
    carriers: easypostCarriers,
  });
}

/** Without what is empty. */
function address(of: CarrierAddress): Record<string, string> {
  const all = {
    name: of.name,
    company: of.company,
    street1: of.street,
    street2: of.street2,
    city: of.city,
    state: of.state,
    zip: of.zipCode,
    country: of.country,
    email: of.email,
    phone: of.phone,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
