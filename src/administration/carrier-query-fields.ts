/** Questions of operators to a carrier, and the refusals when there is no reply. */
import Type, { type Static } from 'typebox';
import type { CarrierResult, TransitEstimate } from '../carriers/index.ts';
import { carrierServiceField } from '../contract/code-lists.ts';
import { formatUsDate } from '../lib/dates.ts';
import { AppError, refuse, refuseState } from '../platform/errors.ts';

/**
 * The carrier's reply. Throws `StateForbids` when no carrier is connected, `ValidationFailed` when the carrier rejects the request,
 * and `Unavailable` when it does not respond.
 */
export function carrierReplyOrThrow<Data>(
  result: CarrierResult<Data>,
): Extract<CarrierResult<Data>, { outcome: 'ok' }> {
  if (result.outcome === 'ok') return result;
  const words = carrierMessageTextsOf(result).join('; ') || 'it gave no reason';
  if (result.outcome === 'unclear') {
    const reason = `The carrier did not reply (${words}). Try again in a moment.`;
    const { retryAfterSeconds } = result;
    throw new AppError({ code: 'Unavailable', reason }, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
  }
  if (result.messages[0]?.code === 'no-carrier') {
    const reason = 'No carrier is connected in this environment. Connect one before you ask it.';
    throw new AppError(refuseState('NOT CONNECTED', reason).refused);
  }
  throw new AppError(refuse('ValidationFailed', `The carrier rejects this: ${words}.`).refused);
}

/** The messages of the carrier, for a person. */
export const carrierMessageTextsOf = ({ messages }: Pick<CarrierResult<unknown>, 'messages'>): string[] =>
  messages.map(({ text }) => text).filter((text) => text !== '');

export const TransitEstimateRecord = Type.Object({
  ShippingCarrier: Type.String(),
  ShippingCarrierService: carrierServiceField('The service.'),
  TransitDays: Type.Integer({ description: 'Working days.' }),
  EstimatedDeliveryDate: Type.String(),
});

/** An estimate as replies and the command line show it. */
export const transitEstimateRecord = ({
  carrier,
  service,
  transitDays,
  deliveryDate,
}: TransitEstimate): Static<typeof TransitEstimateRecord> => ({
  ShippingCarrier: carrier,
  ShippingCarrierService: service,
  TransitDays: transitDays,
  EstimatedDeliveryDate: formatUsDate(deliveryDate),
});
