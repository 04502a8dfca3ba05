/** The EasyPost gateway: builds requests, sends them and parses the responses. */
import { type CarrierAndService, isTemperatureControlledCarrier } from '../codes.ts';
import {
  type CarrierGateway,
  type CarrierResult,
  okCarrierResult,
  type ParsedCarrierWebhook,
  type RatedShipment,
  type ShipmentRequest,
} from '../gateway.ts';
import { createEasypostClient, type EasypostAccount } from './http.ts';
import { unprintableRecipientRefusal } from './label-letters.ts';
import * as requests from './requests.ts';
import {
  parseBoughtLabel,
  parseLabelLookup,
  parseRefund,
  parseScanForm,
  parseScanFormIdOfShipment,
  parseShipmentAndChooseRate,
  parseTransitEstimates,
  parseVerifiedAddress,
} from './responses.ts';
import { defaultEasypostServiceMappings, type EasypostServiceMapping } from './services.ts';
import { easypostSignatureHeader, hasValidEasypostSignature } from './signature.ts';
import { parseEasypostEvent, parseTrackerOfShipment } from './tracker.ts';

export interface EasypostOptions extends EasypostAccount {
  /** Undefined: every webhook event is treated as forged. */
  readonly webhookSecret: string | undefined;
  readonly serviceMappings?: readonly EasypostServiceMapping[];
  /** The services that may be chosen; undefined: all of the mappings. */
  readonly offered?: readonly CarrierAndService[] | undefined;
  /** Our codes of the carriers of which the account makes scan forms. */
  readonly scanFormCarriers?: readonly string[];
  /** EasyPost's ids of the accounts to use (`ca_…`), by our carrier; a carrier without one is asked through all of its accounts. */
  readonly accountIds?: ReadonlyMap<string, string>;
}

/** Codes of a shipment that does not exist. Other not-found errors do not prove that. */
const shipmentNotFound = /^(SHIPMENT\.)?NOT_FOUND$/;

const codeOf = (result: CarrierResult<unknown>): string => result.messages[0]?.code ?? '';

export function createEasypostGateway(options: EasypostOptions): CarrierGateway {
  const call = createEasypostClient(options);
  const { offered, serviceMappings = defaultEasypostServiceMappings, accountIds = new Map<string, string>() } = options;
  const offeredMappings = mappingsOffered(serviceMappings, offered);

  async function ask<Data>(
    request: requests.EasypostRequest,
    read: (body: unknown) => CarrierResult<Data>,
  ): Promise<CarrierResult<Data>> {
    const result = await call(request);
    return 'body' in result ? read(result.body) : result;
  }

  const rate = (request: ShipmentRequest): Promise<CarrierResult<RatedShipment>> =>
    ask(
      requests.buildEasypostCreateShipmentRequest(request, accountsToAsk(request, offeredMappings, accountIds)),
      (body) => parseShipmentAndChooseRate(body, request, offeredMappings, accountIds),
    );
  const retrieve = <Data>(shipmentId: string, read: (body: unknown) => CarrierResult<Data>) =>
    ask(requests.buildEasypostRetrieveShipmentRequest(shipmentId), read);
  const readLabel = (body: unknown) => parseBoughtLabel(body, serviceMappings);

  return {
    rateAndChoose: async (request) => {
      const refusal = unprintableRecipientRefusal(request.to);
      if (refusal !== undefined) return refusal;
      const rated = await rate(request);
      if (rated.outcome !== 'ok' || request.requested.carrier !== 'BSW') return rated;
      const { carrier, service } = rated.data.chosen;
      // The handling instructions are a part of the shipment, which was made before a rule chose this carrier.
      return isTemperatureControlledCarrier(carrier)
        ? await rate({ ...request, requested: { carrier, service } })
        : rated;
    },

    buyLabel: async (purchase) => {
      const result = await ask(requests.buildEasypostBuyShipmentRequest(purchase), readLabel);
      const hasLabel = result.outcome === 'refused' && codeOf(result) === 'SHIPMENT.POSTAGE.EXISTS';
      return hasLabel ? await retrieve(purchase.shipmentId, readLabel) : result;
    },

    findLabel: async ({ shipmentId, reference }) => {
      const result = await retrieve(shipmentId ?? reference, (body) => parseLabelLookup(body, serviceMappings));
      return result.outcome === 'refused' && shipmentNotFound.test(codeOf(result))
        ? okCarrierResult({ state: 'none' })
        : result;
    },

    voidLabel: (shipmentId) => ask(requests.buildEasypostRefundShipmentRequest(shipmentId), parseRefund),

    readTracking: (shipmentId) => retrieve(shipmentId, parseTrackerOfShipment),

    hasScanForms: (carrier) => options.scanFormCarriers?.includes(carrier) === true,

    createScanForm: (shipmentIds) => ask(requests.buildEasypostCreateScanFormRequest(shipmentIds), parseScanForm),

    parseScanForm: (formId) => ask(requests.buildEasypostRetrieveScanFormRequest(formId), parseScanForm),

    findScanForm: (shipmentId) => retrieve(shipmentId, parseScanFormIdOfShipment),

    parseWebhook: (delivery) => parseEasypostWebhook(delivery, options.webhookSecret),

    verifyAddress: (address) => ask(requests.buildEasypostVerifyAddressRequest(address), parseVerifiedAddress),

    estimateTransit: (request) =>
      ask(
        requests.buildEasypostDeliveryEstimateRequest(request, easypostCarriersOf(request.services, serviceMappings)),
        (body) => parseTransitEstimates(body, request, serviceMappings),
      ),
  };
}

/** The mappings of the services that may be chosen. */
const mappingsOffered = (
  mappings: readonly EasypostServiceMapping[],
  offered: readonly CarrierAndService[] | undefined,
): readonly EasypostServiceMapping[] =>
  mappings.filter(
    ({ carrier, service }) =>
      offered === undefined || offered.some((each) => each.carrier === carrier && each.service === service),
  );

/** EasyPost's names of the carriers of these services. */
const easypostCarriersOf = (
  services: readonly { readonly carrier: string }[],
  mappings: readonly EasypostServiceMapping[],
): string[] => {
  const carriers = new Set(services.map(({ carrier }) => carrier));
  return [...new Set(mappings.filter(({ carrier }) => carriers.has(carrier)).map((name) => name.easypostCarrier))];
};

/** The only accounts to ask for rates; none: all. A choice among carriers is limited where each of them has an account of its own. */
function accountsToAsk(
  { requested }: ShipmentRequest,
  offeredMappings: readonly EasypostServiceMapping[],
  accountIds: ReadonlyMap<string, string>,
): string[] {
  const carriers: readonly string[] =
    requested.carrier === 'BSW' ? offeredMappings.map(({ carrier }) => carrier) : [requested.carrier];
  const ids = [...new Set(carriers)].map((carrier) => accountIds.get(carrier) ?? '');
  return ids.includes('') ? [] : ids;
}

function parseEasypostWebhook(
  { body, headers }: Parameters<CarrierGateway['parseWebhook']>[0],
  secret: string | undefined,
): ParsedCarrierWebhook {
  if (secret === undefined || !hasValidEasypostSignature(body, headers[easypostSignatureHeader], secret))
    return { fault: 'forged' };
  try {
    const event = parseEasypostEvent(JSON.parse(body.toString('utf8')));
    return event === undefined ? { fault: 'malformed' } : { event };
  } catch {
    return { fault: 'malformed' };
  }
}
