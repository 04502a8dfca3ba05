/**
 * Address verification by the connected carrier, as an address source (decision 27). Pure except for the gateway call.
 *
 * An address counts as deliverable only when the carrier confirms it without warnings: "deliverable, but the apartment
 * number is missing" does not count.
 */
import { type AddressVerdict, type AddressVerifier, type AddressWithoutCountry, zip5Of } from '../addresses/index.ts';
import type { CarrierAddress, CarrierGateway, CarrierMessage, CarrierResult, VerifiedAddress } from './gateway.ts';
import { failedCarrierResultError, unusableCarrierResultError } from './source-failure.ts';

const maxMessages = 5;
const maxCharacters = 200;

/** An address source that uses this gateway. Addresses are in the United States. */
export function createCarrierAddressVerifier(gateway: Pick<CarrierGateway, 'verifyAddress'>): AddressVerifier {
  return { verify: async (address) => verdictOf(address, await gateway.verifyAddress(carrierAddress(address))) };
}

function carrierAddress({ streetLines, city, state, zipCode }: AddressWithoutCountry): CarrierAddress {
  const [street = '', ...others] = streetLines;
  const noContact = { name: '', company: '', phone: '', email: '' };
  return { ...noContact, street, street2: others.join(' '), city, state, zipCode, country: 'US' };
}

function verdictOf(requested: AddressWithoutCountry, result: CarrierResult<VerifiedAddress>): AddressVerdict {
  const refused = { isDeliverable: false, corrected: requested, classification: 'UNKNOWN' } as const;
  const messages = messageTexts(result.messages);
  if (result.outcome === 'refused' && result.because === 'address') return { ...refused, messages };
  if (result.outcome !== 'ok') throw failedCarrierResultError(result);
  const { deliverable, standardized, residential } = result.data;
  if (!deliverable || result.messages.length > 0) return { ...refused, messages };
  const { street, street2, city, state, zipCode } = standardized;
  const corrected = {
    streetLines: [street, street2].map(plain).filter((line) => line !== ''),
    city: plain(city),
    state: plain(state),
    zipCode: plain(zipCode),
  };
  const isAddress = corrected.streetLines.length > 0 && corrected.city !== '' && /^[A-Z]{2}$/.test(corrected.state);
  if (!isAddress || zip5Of(corrected.zipCode) === undefined)
    throw unusableCarrierResultError('its response could not be parsed', result);
  const classification = residential === undefined ? 'UNKNOWN' : residential ? 'RESIDENTIAL' : 'BUSINESS';
  return { isDeliverable: true, corrected, classification, messages: [] };
}

/** Single spaces and capitals, as in standardized addresses. */
function plain(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

function messageTexts(messages: readonly CarrierMessage[]): string[] {
  return messages
    .map(({ text }) => text.slice(0, maxCharacters))
    .filter((text) => text !== '')
    .slice(0, maxMessages);
}
