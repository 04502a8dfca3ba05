/** Builds EasyPost requests. Pure: no API key, no network. */
import { isTemperatureControlledCarrier } from '../codes.ts';
import type { CarrierAddress, LabelPurchaseRequest, ShipmentRequest, TransitRequest } from '../gateway.ts';

/** A request of the client. Paths are relative to the base URL. */
export interface EasypostRequest {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly parameters: Record<string, unknown>;
}

/**
 * Characters of an additional text that every carrier prints (UPS: 35). A longer one would be truncated and no longer
 * identify the label.
 */
const maxReferenceLength = 35;
const ouncesPerPound = 16;
/** EasyPost's name of the package field. */
const packageField = 'parcel';

const post = (path: string, parameters: Record<string, unknown> = {}): EasypostRequest => ({
  method: 'post',
  path,
  parameters,
});
const get = (path: string): EasypostRequest => ({ method: 'get', path, parameters: {} });
/** Escapes an external id for a path. */
const encoded = (name: string): string => encodeURIComponent(name);

/** Creates a shipment with its rates; free of charge. `accountIds`: the only carrier accounts that are asked for rates; empty: all. */
export function buildEasypostCreateShipmentRequest(
  request: ShipmentRequest,
  accountIds: readonly string[] = [],
): EasypostRequest {
  const { requested, size, alcohol, holdAtLocation, printed } = request;
  return post('shipments', {
    shipment: {
      ...(accountIds.length > 0 && { carrier_accounts: accountIds }),
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
        ...(isTemperatureControlledCarrier(requested.carrier)
          ? { handling_instructions: 'Temperature controlled' }
          : {}),
      },
    },
  });
}

export function buildEasypostBuyShipmentRequest({
  shipmentId,
  rateId,
  insuredValue,
}: LabelPurchaseRequest): EasypostRequest {
  return post(`shipments/${encoded(shipmentId)}/buy`, {
    rate: { id: rateId },
    ...(insuredValue > 0 ? { insurance: insuredValue.toFixed(2) } : {}),
  });
}

/** By EasyPost's id or our reference; its paths accept both. */
export const buildEasypostRetrieveShipmentRequest = (idOrReference: string): EasypostRequest =>
  get(`shipments/${encoded(idOrReference)}`);

export const buildEasypostRefundShipmentRequest = (shipmentId: string): EasypostRequest =>
  post(`shipments/${encoded(shipmentId)}/refund`);

export const buildEasypostCreateScanFormRequest = (shipmentIds: readonly string[]): EasypostRequest =>
  post('scan_forms', { shipments: shipmentIds.map((id) => ({ id })) });

export const buildEasypostRetrieveScanFormRequest = (formId: string): EasypostRequest =>
  get(`scan_forms/${encoded(formId)}`);

export const buildEasypostVerifyAddressRequest = (requested: CarrierAddress): EasypostRequest =>
  post('addresses/create_and_verify', { address: address(requested) });

/** Requests delivery estimates of the services of these carriers, by ZIP codes and ship date. */
export function buildEasypostDeliveryEstimateRequest(
  request: TransitRequest,
  easypostCarriers: readonly string[],
): EasypostRequest {
  return post('smartrate/deliver_by', {
    from_zip: request.fromZip,
    to_zip: request.toZip,
    planned_ship_date: request.shipDate.toString(),
    carriers: easypostCarriers,
  });
}

/** Omits empty fields. */
function address(of: CarrierAddress): Record<string, string> {
  const fields = {
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
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
