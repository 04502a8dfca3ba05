/** Events of the fake carrier's last shipment in EasyPost's format, passed to the event handler directly. */
import { computeEasypostSignature } from '../../src/carriers/easypost/signature.ts';
import {
  type CarrierEventOutcome,
  createCarrierWebhookHandler,
  type LabelDeps,
  packJitOrderScannedByCarrier,
} from '../../src/shipping-labels/index.ts';
import type { FakeCarrier } from './fake-carrier.ts';
import { webhookSecret } from './production.ts';

export interface Detail {
  readonly status: string;
  readonly status_detail?: string;
  readonly message?: string;
  readonly datetime: string;
}

/** The handler of one process. */
export const openHandler = (place: LabelDeps) => createCarrierWebhookHandler(place, packJitOrderScannedByCarrier);

/** `parts` are of the tracker: `est_delivery_date`, `status`. Each event is handled by another process, unless one is given. */
export async function pushEvent(
  place: LabelDeps,
  carrier: FakeCarrier,
  details: readonly Detail[],
  parts: Readonly<Record<string, unknown>> = {},
  handle = openHandler(place),
): Promise<CarrierEventOutcome> {
  const shipped = carrier.shipments.at(-1);
  const body = Buffer.from(
    JSON.stringify({
      id: 'evt_1',
      object: 'Event',
      description: 'tracker.updated',
      result: {
        object: 'Tracker',
        tracking_code: shipped?.trackingNo,
        shipment_id: shipped?.id,
        reference: shipped?.reference,
        tracking_details: details.map((detail) => ({
          ...detail,
          tracking_location: { city: 'DENVER', state: 'CO' },
        })),
        ...parts,
      },
    }),
  );
  return await handle({
    body,
    headers: { 'x-hmac-signature': computeEasypostSignature(body, webhookSecret) },
  });
}
