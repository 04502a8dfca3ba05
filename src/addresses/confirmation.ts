/**
 * Merges the reply of a delivery point source into an offline validation (decision 27). Pure. The source's data take
 * precedence; offline results remain where it has none. A negative reply does not change the indicator, because new
 * houses are missing from every list.
 */
import type { AddressVerdict, AddressWithoutCountry } from './address-verifier.ts';
import { findPlaceOfZip, zip5Of } from './places.ts';
import type { PostalAddress } from './postal-address.ts';
import { toCityKey } from './spelling.ts';
import { type StreetLine, standardizeStreetLine } from './street-line.ts';
import type { AddressValidation } from './validation.ts';

/**
 * The query for the source. Recipient lines are omitted, because it may take them for streets, unless there are no
 * others.
 */
export function toAddressWithoutCountry({ streetLines, city, state, zipCode }: PostalAddress): AddressWithoutCountry {
  const where = streetLines.filter((line) => !isAttentionLine(standardizeStreetLine(line)));
  return { streetLines: where.length > 0 ? where : streetLines, city, state, zipCode };
}

function isAttentionLine({ kind }: StreetLine): boolean {
  return kind === 'attention';
}

/**
 * VALID when the source confirms the input, in any spelling; CORRECTED when it confirms another address; else the offline
 * result with the reply as a note.
 */
export function mergeAddressVerdict(
  offline: AddressValidation,
  verdict: AddressVerdict,
  maxCandidates: number,
): AddressValidation {
  const details = verdict.messages.length === 0 ? '' : `: ${verdict.messages.join('; ')}`;
  if (!verdict.isDeliverable) {
    return {
      ...offline,
      notes: { ...offline.notes, confirmation: `The carrier does not confirm the address${details}.` },
    };
  }
  const [input] = offline.candidates;
  if (input === undefined) return offline;
  const toWhom = input.streetLines.filter((line) => isAttentionLine(standardizeStreetLine(line)));
  const written: PostalAddress = {
    streetLines: [...toWhom, ...verdict.corrected.streetLines],
    city: verdict.corrected.city,
    state: verdict.corrected.state,
    zipCode: verdict.corrected.zipCode,
    country: 'US',
  };
  const isSame = isSameAddress(written, input);
  const isExactly = isSame && JSON.stringify(written) === JSON.stringify(input);
  const zip5 = zip5Of(written.zipCode);
  const isClassified = verdict.classification !== 'UNKNOWN';
  return {
    ...offline,
    indicator: isSame ? 'VALID' : 'CORRECTED',
    classification: isClassified ? verdict.classification : offline.classification,
    candidates: (isExactly ? [input] : [input, written]).slice(0, maxCandidates),
    notes: {
      ...offline.notes,
      // The source knows better which city names are valid for a ZIP.
      place: isSame ? [] : offline.notes.place,
      evidence: isClassified ? `${verdict.classification}, by the carrier.` : offline.notes.evidence,
      confirmation: details === '' ? '' : `The carrier reports${details}.`,
    },
    place: (zip5 === undefined ? undefined : findPlaceOfZip(zip5)) ?? offline.place,
  };
}

/** Whether two spellings mean the same address: lines may be split differently, and ZIP+4 digits may be added. */
function isSameAddress(written: PostalAddress, input: PostalAddress): boolean {
  const sameZip = written.zipCode === input.zipCode || written.zipCode.slice(0, 5) === input.zipCode;
  const sameCity = toCityKey(written.city) === toCityKey(input.city);
  return sameZip && sameCity && written.state === input.state && wordsOf(written) === wordsOf(input);
}

function wordsOf({ streetLines }: PostalAddress): string {
  return streetLines.map((line) => standardizeStreetLine(line).text).join(' ');
}
