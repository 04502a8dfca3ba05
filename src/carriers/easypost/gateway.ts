/** Carriers through EasyPost: requests, the way there, and the reading of answers, put together. */
import { type CarrierAnswer, type CarrierGateway, done, type EventReading, refused } from '../gateway.ts';
import { readBought, readFound, readRated, readRefund, readTracked, readTransit, readVerified } from './answers.ts';
import { type EasypostAccount, openEasypost } from './http.ts';
import * as requests from './requests.ts';
import { type ServiceName, usualServiceNames } from './services.ts';
import { isSigned, signatureHeader } from './signature.ts';
import { readEvent } from './tracker.ts';

export interface EasypostOptions extends EasypostAccount {
  /** Undefined: every event is taken for forged. */
  readonly webhookSecret: string | undefined;
  readonly serviceNames?: readonly ServiceName[];
}

/** There is no such shipment; other things that cannot be found say nothing of it. */
const shipmentNotFound = /^(SHIPMENT\.)?NOT_FOUND$/;

const codeOf = (answer: CarrierAnswer<unknown>): string => answer.messages[0]?.code ?? '';

export function easypostGateway(options: EasypostOptions): CarrierGateway {
  const call = openEasypost(options);
  const serviceNames = options.serviceNames ?? usualServiceNames;

  async function ask<Data>(
    request: requests.CarrierRequest,
    read: (body: unknown) => CarrierAnswer<Data>,
  ): Promise<CarrierAnswer<Data>> {
    const answer = await call(request);
    return 'body' in answer ? read(answer.body) : answer;
  }

  const theirCarriers = (carriers: readonly string[]): string[] => [
    ...new Set(serviceNames.filter((name) => carriers.includes(name.carrier)).map((name) => name.theirCarrier)),
  ];

  return {
    name: 'easypost',
    rateAndChoose: (request) => ask(requests.createShipment(request), (body) => readRated(body, request, serviceNames)),

    buyLabel: async (purchase) => {
      const answer = await ask(requests.buyShipment(purchase), (body) => readBought(body, serviceNames));
      if (answer.outcome !== 'refused' || codeOf(answer) !== 'SHIPMENT.POSTAGE.EXISTS') return answer;
      return await ask(requests.retrieveShipment(purchase.shipmentId), (body) => readBought(body, serviceNames));
    },

    findLabel: async ({ shipmentId, reference }) => {
      const answer = await ask(requests.retrieveShipment(shipmentId ?? reference), (body) =>
        readFound(body, serviceNames),
      );
      return answer.outcome === 'refused' && shipmentNotFound.test(codeOf(answer)) ? done({ state: 'none' }) : answer;
    },

    voidLabel: (shipmentId) => ask(requests.refundShipment(shipmentId), readRefund),

    track: ({ trackingNo, carrier }) =>
      ask(requests.createTracker(trackingNo, theirCarriers([carrier])[0]), readTracked),

    parsePushedEvent: ({ body, headers }): EventReading => {
      const { webhookSecret } = options;
      if (webhookSecret === undefined || !isSigned(body, headers[signatureHeader], webhookSecret)) {
        return { fault: 'forged' };
      }
      try {
        const event = readEvent(JSON.parse(body.toString('utf8')));
        return event === undefined ? { fault: 'malformed' } : { event };
      } catch {
        return { fault: 'malformed' };
      }
    },

    verifyAddress: (address) => ask(requests.verifyAddress(address), readVerified),

    estimateTransit: (question) =>
      ask(requests.deliverBy(question, theirCarriers(question.ways.map((way) => way.carrier))), (body) =>
        readTransit(body, question, serviceNames),
      ),

    // EasyPost's public interface has no such question: production asks FedEx and UPS themselves (decision 27).
    findPickupLocations: async () =>
      refused('service', [{ code: 'not-offered', text: 'EasyPost does not tell where carriers keep packages' }]),
  };
}
