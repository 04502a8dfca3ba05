/**
 * A carrier account's check of addresses as a source of delivery points (decision 27). Pure but for the gateway it asks.
 *
 * A delivery point is confirmed only when the carrier says so without reserve: "yes, but the apartment is missing" is no yes.
 */
import { type AddressQuery, type AddressSource, type AddressVerdict, zip5Of } from '../addresses/index.ts';
import type { CarrierAddress, CarrierGateway, CarrierMessage, CarrierResult, VerifiedAddress } from './gateway.ts';
import { sourceFailureOf, unusableAnswer } from './unreachable.ts';

const maxMessages = 5;
const maxCharacters = 200;

/** The source that asks this gateway. Every address asked about is in the United States. */
export function carrierAddressSource(gateway: Pick<CarrierGateway, 'verifyAddress'>): AddressSource {
  return { verify: async (address) => verdictOf(address, await gateway.verifyAddress(carrierAddress(address))) };
}

function carrierAddress({ streetLines, city, state, zipCode }: AddressQuery): CarrierAddress {
  const [street = '', ...others] = streetLines;
  const noContact = { name: '', company: '', phone: '', email: '' };
  return { ...noContact, street, street2: others.join(' '), city, state, zipCode, country: 'US' };
}

function verdictOf(asked: AddressQuery, answer: CarrierResult<VerifiedAddress>): AddressVerdict {
  const refused = { isDeliverable: false, corrected: asked, classification: 'UNKNOWN' } as const;
  const messages = messageTexts(answer.messages);
  if (answer.outcome === 'refused' && answer.because === 'address') return { ...refused, messages };
  if (answer.outcome !== 'done') throw sourceFailureOf(answer);
  const { deliverable, standardized, residential } = answer.data;
  if (!deliverable || answer.messages.length > 0) return { ...refused, messages };
  const { street, street2, city, state, zipCode } = standardized;
  const corrected = {
    streetLines: [street, street2].map(plain).filter((line) => line !== ''),
    city: plain(city),
    state: plain(state),
    zipCode: plain(zipCode),
  };
  const isAddress = corrected.streetLines.length > 0 && corrected.city !== '' && /^[A-Z]{2}$/.test(corrected.state);
  if (!isAddress || zip5Of(corrected.zipCode) === undefined) throw unusableAnswer('its answer cannot be read', answer);
  const classification = residential === undefined ? 'UNKNOWN' : residential ? 'RESIDENTIAL' : 'BUSINESS';
  return { isDeliverable: true, corrected, classification, messages: [] };
}

/** In capitals, as standard addresses are. */
function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

function messageTexts(messages: readonly CarrierMessage[]): string[] {
  return messages
    .map(({ text }) => text.slice(0, maxCharacters))
    .filter((text) => text !== '')
    .slice(0, maxMessages);
}
