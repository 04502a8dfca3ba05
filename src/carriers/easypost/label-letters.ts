/**
 * The letters that a carrier prints. FedEx, UPS and the regional carriers print Latin letters only: other scripts come out as
 * question marks on a label that was paid for, or fail at the carrier. EasyPost passes them on unchanged. Pure.
 */
import { type CarrierAddress, type CarrierResult, refusedCarrierResult } from '../gateway.ts';

const otherLetter = /(?!\p{Script=Latin}|\p{Script=Common})\p{L}/u;

/** The refusal of a recipient whose address has letters that no carrier prints; undefined when all can be printed. */
export function unprintableRecipientRefusal(to: CarrierAddress): CarrierResult<never> | undefined {
  const { name, company, street, street2, city } = to;
  const unprintable = Object.entries({ name, company, street: `${street} ${street2}`, city }).filter(([, text]) =>
    otherLetter.test(text),
  );
  if (unprintable.length === 0) return undefined;
  const parts = unprintable.map(([part]) => part).join(', ');
  const text = `carriers print Latin letters only: send the recipient's ${parts} in Latin letters`;
  return refusedCarrierResult('address', [{ code: 'RECIPIENT.NOT.LATIN', text }]);
}
