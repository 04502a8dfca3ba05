/**
 * Validates an address offline (interface: Commerce; decision 9): standardizes the street lines, checks ZIP, city and
 * state against each other and suggests corrections, and adds notes for wine carriers. Pure.
 * The best result without a delivery point source is UNVERIFIED.
 */

import { stateNamesByCode } from '../contract/state-names.ts';
import { isDomesticCountry, isMilitaryStateCode, isTerritoryStateCode } from '../contract/states.ts';
import { quoteTruncated } from '../lib/quoted.ts';
import { type AddressClassification, classifyAddress } from './classification.ts';
import { militaryAddressMessage, streetsOnlyMessage } from './delivery-limit-messages.ts';
import type { ZipPlace } from './places.ts';
import { areStandardizedLinesPostOfficeBox } from './post-office-box.ts';
import type { PostalAddress } from './postal-address.ts';
import { lacksStreetName, type StreetLine, standardizeStreetLine } from './street-line.ts';
import { matchZipCityState, suggestZipPlaces, type ZipCityStateMatch } from './suggestions.ts';
import { splitWholeAddress } from './whole-address.ts';

export const addressValidationIndicators = ['VALID', 'UNVERIFIED', 'CORRECTED', 'AMBIGUOUS', 'INVALID'] as const;
type AddressValidationIndicator = (typeof addressValidationIndicators)[number];

export interface AddressValidation {
  readonly indicator: AddressValidationIndicator;
  readonly classification: AddressClassification;
  /** The first is always the standardized input; at least one, at most the requested number. */
  readonly candidates: readonly PostalAddress[];
  readonly notes: AddressNotes;
  /** The place of the address, if known: that of the correction or confirmation, else of its ZIP, else the best suggestion. */
  readonly place: ZipPlace | undefined;
  /** The state as given, which order rules use; `undefined` when it is unknown or the address is foreign. */
  readonly namedState: string | undefined;
  /**
   * The address for a delivery point source to check: the only suggestion, else the input; `undefined` abroad and without a street line.
   */
  readonly sourceQuery: PostalAddress | undefined;
}

/** Messages for the caller, in sentences. */
interface AddressNotes {
  /** How ZIP, city and state disagree or what they lack, and whether they were split from a street line or not checked. */
  readonly place: readonly string[];
  /** Limits that matter to a carrier of wine, and what the street lines lack. */
  readonly deliveryLimits: readonly string[];
  /** The evidence of the classification; `''` for UNKNOWN. */
  readonly evidence: string;
  /**
   * Whether the carrier confirmed the address, or that nothing checked it. `''` when the carrier confirmed it without a message,
   * and for a foreign or INVALID address that nothing checked.
   */
  readonly confirmation: string;
}

/** For addresses that no source has checked. */
const unconfirmed = 'Delivery point not verified: no delivery point source is configured.';

const wasSplit = 'The street line contained the city, state or ZIP code; they were moved to their own fields.';

/** The notes in the order of the reply, the most important first. */
export function messagesOfAddressNotes({ place, deliveryLimits, evidence, confirmation }: AddressNotes): string[] {
  return [...place, ...deliveryLimits, evidence, confirmation].filter((message) => message !== '');
}

/**
 * The input in standard form: street lines by Publication 28 (empty ones omitted), city in capitals, state code, ZIP
 * code as 5 digits or ZIP+4, country `US` for the United States and its territories. A whole address in the street line
 * is split. Unrecognized parts are only put in capitals.
 */
export function standardizeAddress(written: PostalAddress): PostalAddress {
  const given = splitWholeAddress(written);
  return standardize(given, streetOf(given), matchZipCityState(given));
}

function streetOf(given: PostalAddress): StreetLine[] {
  return given.streetLines.map(standardizeStreetLine).filter((line) => line.text !== '');
}

function standardize(given: PostalAddress, lines: readonly StreetLine[], read: ZipCityStateMatch): PostalAddress {
  const domestic = isDomesticCountry(given.country);
  const zip = given.zipCode.trim().toUpperCase();
  return {
    streetLines: lines.map((line) => line.text),
    city: capitals(given.city.replace(/[\s,;]+$/, '')),
    state: (domestic ? read.state : undefined) ?? capitals(given.state),
    zipCode: domestic && /^\d{9}$/.test(zip) ? `${zip.slice(0, 5)}-${zip.slice(5)}` : zip,
    country: domestic ? 'US' : given.country.trim().toUpperCase(),
  };
}

function capitals(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Validates one address; at most `maxCandidates` candidates (at least 1). Never throws. */
export function validateAddress(written: PostalAddress, maxCandidates = 5): AddressValidation {
  const given = splitWholeAddress(written);
  const lines = streetOf(given);
  const read = matchZipCityState(given);
  const input = standardize(given, lines, read);
  const { classification, evidence } = classifyAddress(lines);

  if (!isDomesticCountry(given.country)) {
    const abroad = 'Only addresses in the United States are checked; this one was not.';
    return {
      indicator: 'UNVERIFIED',
      classification,
      candidates: [input],
      notes: { place: [abroad], deliveryLimits: streetNotes(lines), evidence, confirmation: '' },
      place: undefined,
      namedState: undefined,
      sourceQuery: undefined,
    };
  }
  const { count, places: suggestions } = suggestZipPlaces(read, given.zipCode, Math.max(1, maxCandidates - 1));
  const indicator = indicatorOf(read, lines, count);
  const corrected = suggestions.map((place) => ({
    ...input,
    city: place.city.toUpperCase(),
    state: place.state,
    // The +4 digits are valid only with the ZIP that they were given with.
    zipCode: place.zip === read.zip5 ? input.zipCode : place.zip,
  }));
  const place = indicator === 'CORRECTED' ? suggestions[0] : (read.place ?? suggestions[0]);
  return {
    indicator,
    classification,
    candidates: [input, ...corrected.slice(0, Math.max(0, maxCandidates - 1))],
    notes: {
      place: [...(given === written ? [] : [wasSplit]), ...placeNotes(given, read, suggestions)],
      deliveryLimits: [...regionNotes(place?.state ?? read.state), ...streetNotes(lines)],
      evidence,
      confirmation: indicator === 'INVALID' ? '' : unconfirmed,
    },
    place,
    namedState: read.state,
    sourceQuery: lines.length === 0 ? undefined : indicator === 'CORRECTED' ? corrected[0] : input,
  };
}

/**
 * INVALID without a street line, UNVERIFIED when all parts agree, else by the number of suggestions (decision 27).
 */
function indicatorOf(
  read: ZipCityStateMatch,
  lines: readonly StreetLine[],
  suggestions: number,
): AddressValidationIndicator {
  if (lines.length === 0) return 'INVALID';
  if (read.cityAgrees && read.stateAgrees && read.cityMatch?.kind !== 'respelled') return 'UNVERIFIED';
  return suggestions === 0 ? 'INVALID' : suggestions === 1 ? 'CORRECTED' : 'AMBIGUOUS';
}

function nameOf(place: ZipPlace): string {
  return `${place.city}, ${place.state}`;
}

function placeNotes(given: PostalAddress, read: ZipCityStateMatch, suggestions: readonly ZipPlace[]): string[] {
  const notes: string[] = [];
  const zip = given.zipCode.trim();
  if (zip === '') notes.push('The address has no ZipCode.');
  else if (read.zip5 === undefined) notes.push(`ZipCode ${quoteTruncated(zip)} has neither 5 nor 9 digits.`);
  else if (read.place === undefined) notes.push(`ZipCode ${read.zip5} is not a known US ZIP code.`);
  if (given.state.trim() !== '' && read.state === undefined) {
    notes.push(`State ${quoteTruncated(given.state.trim())} is not a US state or territory.`);
  } else if (read.state === undefined) {
    notes.push('The address has no State.');
  }
  if (read.city === '') notes.push('The address has no City.');
  if (read.place !== undefined) {
    if (read.state !== undefined && !read.stateAgrees) {
      notes.push(`ZIP code ${read.place.zip} is in ${nameOf(read.place)}, but State is ${read.state}.`);
    } else if (read.city !== '' && !read.cityAgrees) {
      notes.push(`ZIP code ${read.place.zip} is in ${nameOf(read.place)}, but City is ${quoteTruncated(read.city)}.`);
    } else if (read.cityMatch?.kind === 'respelled') {
      notes.push(`The City ${quoteTruncated(read.city)} is spelled ${read.cityMatch.name}.`);
    }
  }
  if (notes.length > 0 && suggestions.length === 0) notes.push('No similar place is known.');
  if (read.place !== undefined && read.stateAgrees && read.cityMatch?.kind === 'unlisted') {
    const kept = 'the City is kept as given';
    notes.push(
      `No ${quoteTruncated(read.city)} is known near ZipCode ${read.place.zip} (${nameOf(read.place)}): ${kept}.`,
    );
  }
  return notes;
}

function regionNotes(state: string | undefined): string[] {
  if (state === undefined) return [];
  if (isMilitaryStateCode(state)) return [militaryAddressMessage];
  return isTerritoryStateCode(state)
    ? [`Deliveries to ${stateNamesByCode[state]} go by sea or air and take longer.`]
    : [];
}

function streetNotes(lines: readonly StreetLine[]): string[] {
  if (lines.length === 0) return ['The address has no street line.'];
  const notes: string[] = [];
  if (areStandardizedLinesPostOfficeBox(lines)) {
    notes.push(`This is a post office box: ${streetsOnlyMessage}, and wine needs a signature.`);
  } else if (lines.some((line) => line.kind === 'general delivery')) {
    notes.push(`General delivery is collected at a post office: ${streetsOnlyMessage}.`);
  } else if (lacksStreetName(lines)) {
    notes.push('The street line has no street name.');
  } else if (!lines.some((line) => line.hasNumber)) {
    notes.push('The street line has no house number.');
  }
  return notes;
}
